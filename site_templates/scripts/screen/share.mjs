// A screen as a link or as a small file: ids and widths only, from anybody to anybody.
import { button, element } from "../page/element.mjs";
import { readJson, saveFile } from "../page/save_and_print.mjs";
import { say } from "../page/words.mjs";
import { cleanedPins } from "./pins.mjs";

const MARK = "rollbook-screen";
const START = "#screen=";
const LONGEST_FRAGMENT = 8_000;
const LARGEST_FILE = 100_000;

// Pins -> the address of this page that carries them.
/** @param {Pin[]} pins */
export function sharedAddress(pins) {
  const address = new URL(location.href);
  address.hash = `${START}${pins.map(({ id, width }) => `${encodeURIComponent(id)}:${width}`).join(",")}`;
  return address.href;
}

// A fragment -> pins, or null for anything that isn't a screen.
/** @param {string} fragment */
export function readFragment(fragment) {
  if (!fragment.startsWith(START) || fragment.length > LONGEST_FRAGMENT) return null;
  const pins = readPins(fragment.slice(START.length));
  return pins.length > 0 ? pins : null;
}

// `calc-attack:1,table-weapons:2` -> pins
/** @param {string} text @returns {Pin[]} */
export function readPins(text) {
  const read = text.split(",").map((part) => {
    const [id, width] = part.split(":");
    return { id: decoded(id), width: Number(width) };
  });
  return cleanedPins(read) ?? [];
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** @param {string} book @param {Pin[]} pins */
export function saveScreen(book, pins) {
  const text = JSON.stringify({ [MARK]: 1, book, pins }, null, 2);
  saveFile(`screen-${book}.json`, "application/json", `${text}\n`);
}

// A file -> { pins }, or { problem }: the key of the words that say what is wrong.
/** @param {File} file @param {string} book @returns {Promise<{ pins: Pin[], problem?: undefined } | { problem: string, pins?: undefined }>} */
export async function readFile(file, book) {
  const found = await readJson(file, LARGEST_FILE);
  const pins = found?.[MARK] === 1 ? cleanedPins(found.pins) : null;
  if (!pins || pins.length === 0) return { problem: "screen_file_other" };
  return found.book === book ? { pins } : { problem: "screen_file_book" };
}

// A screen that came by link or file is shown as an offer: the reader's own stays until they say otherwise.

const NAMED = 8;

// The screen's place, the book's pins and how to change them, what is offered (none: there is something wrong with it).
/** @param {HTMLElement} place @param {{ pins: () => Pin[], change: (pins: Pin[], words: string) => void, nameOf: (id: string) => string, shared?: Pin[], words: string }} about */
export function offerShared(place, { pins, change, nameOf, shared, words }) {
  place.querySelector(".board-offer")?.remove();
  const own = pins();
  const close = () => {
    offer.remove();
    // As a fragment of the page, so that the same offer does not come back with it.
    if (location.hash.startsWith("#screen=")) location.replace("#rb-board-title");
  };
  /** @param {Pin[]} next */
  const take = (next) => () => {
    close();
    change(next, say("screen_taken", { count: next.length }));
  };
  const choices = shared ? choicesFor(own, shared, take) : [];
  const names = shared ? namesOf(shared, nameOf) : "";
  const offer = element("div", { class: "board-offer", role: "group", "aria-label": words },
    element("p", { role: "status" }, words, names ? ` ${names}` : ""),
    element("p", { class: "board-choices" }, ...choices, button(say(shared ? "screen_ignore" : "close"), close)));
  place.querySelector(".cards").before(offer);
}

/** @param {Pin[]} own @param {Pin[]} shared @param {(pins: Pin[]) => () => void} take */
function choicesFor(own, shared, take) {
  if (own.length === 0) return [button(say("screen_take"), take(shared), { class: "main" })];
  const more = shared.filter(({ id }) => !own.some((pin) => pin.id === id));
  return [button(say("screen_add"), take([...own, ...more]), { class: "main" }), button(say("screen_use"), take(shared))];
}

/** @param {Pin[]} pins @param {(id: string) => string} nameOf */
function namesOf(pins, nameOf) {
  const named = pins.slice(0, NAMED).map(({ id }) => nameOf(id)).join(", ");
  return pins.length > NAMED ? `${named} …` : `${named}.`;
}
