// The roll log: what was rolled, on every page and in every tab of the shelf.
import { isPlain, isRecord, storedValues } from "../page/storage.mjs";

const NAME = "log";
const MOST_ENTRIES = 200;
/** @type {Record<string, number>} */
const LONGEST_TEXTS = { id: 40, title: 160, what: 300, shown: 60, sentence: 1_000, path: 300, book: 120 };
const LONGEST_REQUEST = 2_000;
const MOST_FACES = 200;
// The requests that roll, and what each is about: a text, and a record of plain values by name.
/** @type {Record<string, [string, string]>} */
const KINDS = { roll: ["expression", "values"], table: ["table", "modifiers"], calculator: ["calculator", "inputs"] };
// The latest time that a Date can hold.
const LATEST = 8_640_000_000_000_000;

const log = storedValues(1, 1_000_000);
/** @type {LogEntry[]} */
let cleared = [];

// The newest first. Read again each time: another tab may have written.
/** @returns {LogEntry[]} */
export function entries() {
  const found = log.read(NAME);
  return Array.isArray(found?.entries) ? found.entries.slice(0, MOST_ENTRIES).map(cleaned).filter(Boolean) : [];
}

// A roll, and its entry if its numbers were changed after the dice fell -> the id of its entry. This alone makes entries.
/** @param {LoggedRoll} roll @param {string | null} [old] */
export function writeDown({ place, book, seed = null, faces = null, request = null, ...said }, old = null) {
  const id = old ?? crypto.randomUUID();
  const entry = { ...said, ...place, book: book ?? "", seed, faces, request, id };
  if (old !== null) save(entries().map((each) => (each.id === id ? cleaned({ ...entry, at: each.at }) : each)));
  else {
    cleared = [];
    save([cleaned({ ...entry, at: Date.now() }), ...entries()]);
  }
  return id;
}

// A secret roll's entry -> one like the others.
/** @param {string} id */
export function reveal(id) {
  save(entries().map((each) => (each.id === id ? { ...each, secret: undefined } : each)));
}

export function clear() {
  cleared = entries();
  save([]);
}

export function canUndo() {
  return cleared.length > 0;
}

export function undoClear() {
  const back = cleared;
  cleared = [];
  save([...entries(), ...back]);
}

// callback() at every change, here or in another tab.
export const { onChange } = log;

/** @param {(LogEntry | null)[]} next */
function save(next) {
  log.write(NAME, { entries: next.slice(0, MOST_ENTRIES) });
}

// Whatever was in the storage -> an entry of ours, or null.
/** @param {unknown} entry @returns {LogEntry | null} */
function cleaned(entry) {
  if (!isRecord(entry) || !isWhole(entry.request)) return null;
  /** @type {any} */
  const made = { at: isTime(entry.at) ? entry.at : 0, seed: null, faces: cleanFaces(entry.faces), request: shortRequest(entry.request) };
  for (const [name, longest] of Object.entries(LONGEST_TEXTS)) {
    if (typeof entry[name] !== "string") return null;
    made[name] = entry[name].slice(0, longest);
  }
  if (entry.secret === true) made.secret = true;
  if (Number.isSafeInteger(entry.seed) && entry.seed >= 0) made.seed = entry.seed;
  return made;
}

/** @param {unknown} faces */
function cleanFaces(faces) {
  return Array.isArray(faces) && faces.length <= MOST_FACES && faces.every(Number.isSafeInteger) ? faces : null;
}

// A request that rolls has all that its kind needs; of others there is nothing to say.
/** @param {unknown} request */
function isWhole(request) {
  if (!rolls(request)) return true;
  const [about, given] = KINDS[request.kind];
  return typeof request[about] === "string" && isRecord(request[given]) && Object.values(request[given]).every(isPlain);
}

// The door checks what it is asked; here it only has to be a small request that rolls.
/** @param {unknown} request @returns {LoggedRequest | null} */
function shortRequest(request) {
  return rolls(request) && JSON.stringify(request).length <= LONGEST_REQUEST ? /** @type {LoggedRequest} */ (request) : null;
}

/** @param {unknown} request @returns {request is Record<string, any>} */
function rolls(request) {
  return isRecord(request) && typeof request.kind === "string" && Object.hasOwn(KINDS, request.kind);
}

/** @param {unknown} value */
function isTime(value) {
  return typeof value === "number" && Math.abs(value) <= LATEST;
}
