// A character as a file or a link, to save or to take to another browser. Both may come from anybody.
import { bytesOf, linkWith, readJson, saveFile } from "../page/save_and_print.mjs";
import { isRecord, isShallow } from "../page/storage.mjs";
import { DEEPEST } from "./character.mjs";

const MARK = "rollbook-characters";
const LARGEST_FILE = 1_000_000;
const MOST_CHARACTERS = 20;

/** @param {string} book @param {StoredCharacter} about */
export function saveCharacter(book, { label, character }) {
  const text = JSON.stringify({ [MARK]: 1, book, characters: [character] }, null, 2);
  saveFile(`${fileName(label)}.json`, "application/json", `${text}\n`);
}

/** @param {string} label */
function fileName(label) {
  return label.normalize("NFC").replace(/[^\p{L}\p{N} -]/gu, "").trim().slice(0, 60) || "character";
}

// A file -> { characters } for the engine to read, or { problem }: the key of the words that say what is wrong.
/** @param {File} file @returns {Promise<{ characters: Partial<Character>[], problem?: undefined } | { problem: string, characters?: undefined }>} */
export async function readFile(file) {
  const found = await readJson(file, LARGEST_FILE);
  const characters = Array.isArray(found?.characters) ? found.characters : [found];
  if (file.size > LARGEST_FILE) return { problem: "sheet_file_large" };
  if (!characters.every(isCharacter) || characters.length === 0) return { problem: "sheet_file_other" };
  return characters.length > MOST_CHARACTERS ? { problem: "sheet_file_large" } : { characters };
}

const START = "#character=";
const LONGEST_FRAGMENT = 40_000;
// No letter of base64: what follows is compressed.
const COMPRESSED = ".";
const LONGEST_CHARACTER = 1_000_000;

// A character, the page of its sheet -> the address that carries it there; short enough for a QR code in most
// browsers, and longer in those that can't compress.
/** @param {Partial<Character>} character @param {string} page */
export async function linkTo(character, page) {
  const bytes = new TextEncoder().encode(JSON.stringify(character));
  const packed = await through(bytes, () => new CompressionStream("deflate-raw"));
  return linkWith(page, `${START}${packed ? COMPRESSED : ""}`, packed ?? bytes);
}

// Bytes, how to make what changes them -> the bytes that come out; null where this browser can't, or they are too many.
/** @param {Uint8Array} bytes @param {() => any} make @returns {Promise<Uint8Array | null>} */
async function through(bytes, make) {
  try {
    const reader = new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)]).stream().pipeThrough(make()).getReader();
    /** @type {number[]} */
    const out = [];
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      // A small link may hold a large nothing.
      if (out.length + step.value.length > LONGEST_CHARACTER) return null;
      for (const byte of step.value) out.push(byte);
    }
    return Uint8Array.from(out);
  } catch {
    return null;
  }
}

// A fragment -> the character in it for the engine to read, or null for anything else.
/** @param {string} fragment @returns {Promise<Partial<Character> | null>} */
export async function readLink(fragment) {
  if (!fragment.startsWith(START) || fragment.length > LONGEST_FRAGMENT) return null;
  const written = fragment.slice(START.length);
  const packed = written.startsWith(COMPRESSED);
  try {
    const bytes = bytesOf(written.slice(packed ? 1 : 0));
    const whole = packed ? await through(bytes, () => new DecompressionStream("deflate-raw")) : bytes;
    const found = whole ? JSON.parse(new TextDecoder().decode(whole)) : null;
    return isCharacter(found) ? found : null;
  } catch {
    return null;
  }
}

/** @param {unknown} data */
function isCharacter(data) {
  return isRecord(data) && isRecord(data.fields) && isShallow(data, DEEPEST);
}
