// The roll log: what was rolled, on every page and in every tab of the shelf. Other modules add to it with
//   add({ title, what, shown, sentence, path, book, seed, faces, request }) -> the entry's id
// where `what` names the roll, `shown` is its total, `sentence` tells all of it, `title` and `path` are placeOf()'s,
// `request` is what to ask the engine's door to roll it again (without book, seed and faces), or null; and with `seed` or
// `faces`, one of which is null, it comes to the same.
import { isRecord, store, stored, watchedValues } from "../page/storage.mjs";

const NAME = "log";
const VERSION = 1;
const MOST_ENTRIES = 200;
const LONGEST = 1_000_000;
const LONGEST_TEXTS = { id: 40, title: 160, what: 300, shown: 60, sentence: 1_000, path: 300, book: 120 };
const LONGEST_REQUEST = 2_000;
const MOST_FACES = 200;
// The requests that roll, and what each is about: a text, and a record of plain values by name.
const KINDS = { roll: ["expression", "values"], table: ["table", "modifiers"], calculator: ["calculator", "inputs"] };
// No clock goes beyond it.
const LATEST = 8_640_000_000_000_000;

const log = watchedValues();
let cleared = [];

log.watch(NAME);

// The newest first. Read anew each time: another tab may have written.
export function entries() {
  const found = stored(NAME, LONGEST);
  if (found?.version !== VERSION || !Array.isArray(found.entries)) return [];
  return found.entries.slice(0, MOST_ENTRIES).map(cleaned).filter((entry) => entry !== null);
}

export function add(entry) {
  const id = crypto.randomUUID();
  cleared = [];
  keep([cleaned({ ...entry, id, at: Date.now() }), ...entries()]);
  return id;
}

// A roll whose numbers were changed after the dice fell.
export function amend(id, entry) {
  keep(entries().map((old) => (old.id === id ? cleaned({ ...old, ...entry, id }) : old)));
}

export function clear() {
  cleared = entries();
  keep([]);
}

export function canUndo() {
  return cleared.length > 0;
}

export function undoClear() {
  const back = cleared;
  cleared = [];
  keep([...entries(), ...back]);
}

// callback() at every change, here or in another tab.
export const { onChange } = log;

function keep(next) {
  store(NAME, { version: VERSION, entries: next.slice(0, MOST_ENTRIES) });
  log.tell();
}

// Whatever lay in the storage -> an entry of ours, or null.
function cleaned(entry) {
  if (!isRecord(entry) || !isWhole(entry.request)) return null;
  const made = { at: isTime(entry.at) ? entry.at : 0, seed: null, faces: cleanFaces(entry.faces), request: shortRequest(entry.request) };
  for (const [name, longest] of Object.entries(LONGEST_TEXTS)) {
    if (typeof entry[name] !== "string") return null;
    made[name] = entry[name].slice(0, longest);
  }
  if (Number.isSafeInteger(entry.seed) && entry.seed >= 0) made.seed = entry.seed;
  return made;
}

function cleanFaces(faces) {
  return Array.isArray(faces) && faces.length <= MOST_FACES && faces.every(Number.isSafeInteger) ? faces : null;
}

// A request that rolls has all that its kind needs; of others there is nothing to say.
function isWhole(request) {
  if (!rolls(request)) return true;
  const [about, given] = KINDS[request.kind];
  return typeof request[about] === "string" && isRecord(request[given]) && Object.values(request[given]).every(isPlain);
}

// The door checks what it is asked; here it only has to be a small request that rolls.
function shortRequest(request) {
  return rolls(request) && JSON.stringify(request).length <= LONGEST_REQUEST ? request : null;
}

function rolls(request) {
  return isRecord(request) && typeof request.kind === "string" && Object.hasOwn(KINDS, request.kind);
}

function isTime(value) {
  return Number.isFinite(value) && Math.abs(value) <= LATEST;
}

function isPlain(value) {
  return ["string", "number", "boolean"].includes(typeof value);
}
