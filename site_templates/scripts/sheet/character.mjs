// The reader's characters, stored in the browser: several for each book, one of them played. What is in the storage was not
// necessarily put there by us, so it is checked and copied; what is not understood is set aside, not lost.
import { say } from "../page/words.mjs";
import { isRecord, isShallow, setAside, storedValues } from "../page/storage.mjs";

// More than a browser stores for one site.
const LONGEST = 6_000_000;
const LONGEST_CHARACTER = 160_000; // with a picture or two
const LONGEST_LABEL = 80;
const LONGEST_TEXT = 200;
const MOST_CHARACTERS = 50;
const MOST_VALUES = 500;
// Lists and records inside each other; the engine takes 40 in a whole request.
export const DEEPEST = 30;

const books = storedValues(1, LONGEST);

// A book -> { active, played, entries, aside }; an entry is { id, label, character, values, rules }. `played` has for each
// sheet the one that was played last; `active` is the last of them all.
/** @param {string} book @returns {StoredCharacters} */
export function charactersOf(book) {
  const found = books.read(nameOf(book));
  if (!Array.isArray(found?.entries)) {
    setAside(nameOf(book));
    return { active: null, played: {}, entries: [], aside: [] };
  }
  /** @type {(StoredCharacter | null)[]} */
  const entries = found.entries.map(cleaned);
  const valid = entries.filter((entry) => entry !== null).slice(0, MOST_CHARACTERS);
  const others = [...(Array.isArray(found.aside) ? found.aside : []), ...found.entries.filter((/** @type {unknown} */ _, /** @type {number} */ index) => entries[index] === null)];
  const aside = others.filter((each) => isShallow(each, DEEPEST));
  const active = valid.some(({ id }) => id === found.active) ? found.active : valid[0]?.id ?? null;
  const played = Object.entries(isRecord(found.played) ? found.played : {}).filter(([, id]) => valid.some((entry) => entry.id === id));
  return { active, played: Object.fromEntries(played), entries: valid, aside };
}

// A character, the ids of the book's sheets -> the one that it belongs to. One that was made for a sheet which the book no
// longer has belongs to the first: there it is told what no longer fits.
/** @param {Partial<Character>} character @param {string[]} sheets */
export function sheetOf({ sheet = "" }, sheets) {
  return sheets.includes(sheet) ? sheet : sheets[0];
}

// A sheet's id, the ids of all sheets of the book -> its characters, and the one of them that is played.
/** @param {string} book @param {string} sheet @param {string[]} sheets */
export function charactersOn(book, sheet, sheets) {
  const { active, played, entries } = charactersOf(book);
  const own = entries.filter(({ character }) => sheetOf(character, sheets) === sheet);
  const shown = own.find(({ id }) => id === active) ?? own.find(({ id }) => id === played[sheet]) ?? own[0] ?? null;
  return { entries: own, shown };
}

// Whose numbers count in the book: the one that was played last, then those of the other sheets.
/** @param {string} book @returns {StoredCharacter[]} */
export function playersOf(book) {
  const { active, played, entries } = charactersOf(book);
  const first = entries.find(({ id }) => id === active);
  const others = entries.filter(({ id, character }) => played[character.sheet ?? ""] === id && character.sheet !== first?.character.sheet);
  return first ? [first, ...others] : others;
}

/** @param {string} book */
export function activeCharacter(book) {
  const { active, entries } = charactersOf(book);
  return entries.find(({ id }) => id === active) ?? null;
}

// The numbers that stand for the names in the book's formulas.
/** @param {string} book */
export function characterValues(book) {
  /** @type {Record<string, Value>} */
  const values = {};
  for (const player of playersOf(book).reverse()) Object.assign(values, player.values);
  return values;
}

// An entry, new or changed -> stored, and played from now on. Without an id it gets one. Null: there is no more room.
/** @param {string} book @param {Omit<StoredCharacter, "id"> & { id?: string }} entry */
export function storeCharacter(book, entry) {
  const { played, entries, aside } = charactersOf(book);
  const made = cleaned({ ...entry, id: entry.id ?? crypto.randomUUID() });
  if (made === null) return null;
  const known = entries.some(({ id }) => id === made.id);
  if (!known && entries.length >= MOST_CHARACTERS) return null;
  write(book, made.id, played, known ? entries.map((old) => (old.id === made.id ? made : old)) : [...entries, made], aside);
  return made;
}

/** @param {string} book @param {string} id */
export function playCharacter(book, id) {
  const { played, entries, aside } = charactersOf(book);
  write(book, id, played, entries, aside);
}

// A character that anybody may have made, the field that holds its name -> what it is called, if anything. A record is no
// name, and one with a `toString` of its own cannot even be written as text.
/** @param {Partial<Character>} character @param {string} namedBy */
export function calledIn(character, namedBy) {
  const name = /** @type {unknown} */ (character.fields?.[namedBy]);
  return ["string", "number"].includes(typeof name) ? String(name).trim() : "";
}

// An entry, the field that holds a character's name -> another one like it, and what to say of it.
/** @param {string} book @param {StoredCharacter} entry @param {string} namedBy */
export function copyCharacter(book, { character, ...about }, namedBy) {
  const label = say("sheet_copy_of", { name: about.label });
  const fields = namedBy ? { ...character.fields, [namedBy]: label } : character.fields;
  const made = storeCharacter(book, { ...about, id: undefined, label, character: { ...character, fields } });
  return made ? say("sheet_copied", { name: label }) : say("sheet_full");
}

/** @param {string} book @param {string} id */
export function dropCharacter(book, id) {
  const { active, played, entries, aside } = charactersOf(book);
  write(book, active === id ? null : active, played, entries.filter((entry) => entry.id !== id), aside);
}

// callback() whenever a character changes, here or in another tab.
export const onCharacter = books.onChange;

/** @param {string} book @param {string | null} active @param {Record<string, string>} before @param {StoredCharacter[]} entries @param {unknown[]} aside */
function write(book, active, before, entries, aside) {
  const sheet = entries.find(({ id }) => id === active)?.character.sheet;
  const played = active !== null && sheet ? { ...before, [sheet]: active } : before;
  books.write(nameOf(book), { active, played, entries, aside });
}

/** @param {string} book */
function nameOf(book) {
  return `characters-${book}`;
}

// Anything -> an entry of ours, or null. The character itself is the engine's to read: here it only has to be small.
/** @param {unknown} entry @returns {StoredCharacter | null} */
function cleaned(entry) {
  if (!isRecord(entry) || typeof entry.id !== "string" || !/^[\w-]{1,40}$/.test(entry.id)) return null;
  const { character } = entry;
  if (!isRecord(character) || !isShallow(character, DEEPEST)) return null;
  if (JSON.stringify(character).length > LONGEST_CHARACTER) return null;
  return {
    id: entry.id,
    label: typeof entry.label === "string" ? entry.label.slice(0, LONGEST_LABEL) : "",
    character,
    values: cleanedValues(entry.values),
    rules: typeof entry.rules === "string" ? entry.rules.slice(0, LONGEST_TEXT) : "",
  };
}

/** @param {unknown} values @returns {Record<string, Value>} */
function cleanedValues(values) {
  if (!isRecord(values)) return {};
  const plain = Object.entries(values).slice(0, MOST_VALUES).filter(([name, value]) => name.length <= LONGEST_TEXT && isPlain(value));
  return Object.fromEntries(plain);
}

/** @param {unknown} value */
function isPlain(value) {
  return Number.isFinite(value) || typeof value === "boolean" || (typeof value === "string" && value.length <= LONGEST_TEXT);
}
