// A screen as a link or as a small file: ids and widths only, from anybody to anybody.
import { cleanedPins } from "./pins.mjs";

const MARK = "rollbook-screen";
const START = "#screen=";
const LONGEST_FRAGMENT = 8_000;
const LARGEST_FILE = 100_000;

// Pins -> the address of this page that carries them.
export function sharedAddress(pins) {
  const address = new URL(location.href);
  address.hash = `${START}${pins.map(({ id, width }) => `${encodeURIComponent(id)}:${width}`).join(",")}`;
  return address.href;
}

// A fragment -> pins, or null for anything that is no screen.
export function readFragment(fragment) {
  if (!fragment.startsWith(START) || fragment.length > LONGEST_FRAGMENT) return null;
  const pins = readPins(fragment.slice(START.length));
  return pins.length > 0 ? pins : null;
}

// `calc-attack:1,table-weapons:2` -> pins
export function readPins(text) {
  return cleanedPins(text.split(",").map((part) => {
    const [id, width] = part.split(":");
    return { id: decoded(id), width: Number(width) };
  }));
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

export function saveFile(book, pins) {
  const text = JSON.stringify({ [MARK]: 1, book, pins }, null, 2);
  const address = URL.createObjectURL(new Blob([`${text}\n`], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `screen-${book}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// A file -> { pins }, or { problem }: the key of the words that say what is wrong.
export async function readFile(file, book) {
  if (file.size > LARGEST_FILE) return { problem: "screen_file_other" };
  try {
    const found = JSON.parse(await file.text());
    const pins = found?.[MARK] === 1 ? cleanedPins(found.pins) : null;
    if (!pins || pins.length === 0) return { problem: "screen_file_other" };
    return found.book === book ? { pins } : { problem: "screen_file_book" };
  } catch {
    return { problem: "screen_file_other" };
  }
}
