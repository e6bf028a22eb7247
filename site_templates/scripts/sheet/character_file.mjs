// A character as a file, to keep or to take to another browser. A file may come from anybody.
import { saveFile } from "../page/save_and_print.mjs";
import { isRecord, isShallow } from "../page/storage.mjs";
import { DEEPEST } from "./character.mjs";

const MARK = "rollbook-characters";
const LARGEST_FILE = 1_000_000;
const MOST_CHARACTERS = 20;

/** @param {string} book @param {KeptCharacter} about */
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
  if (file.size > LARGEST_FILE) return { problem: "sheet_file_large" };
  try {
    const found = JSON.parse(await file.text());
    const characters = Array.isArray(found?.characters) ? found.characters : [found];
    if (!characters.every(isCharacter) || characters.length === 0) return { problem: "sheet_file_other" };
    return characters.length > MOST_CHARACTERS ? { problem: "sheet_file_large" } : { characters };
  } catch {
    return { problem: "sheet_file_other" };
  }
}

/** @param {unknown} data */
function isCharacter(data) {
  return isRecord(data) && isRecord(data.fields) && isShallow(data, DEEPEST);
}
