// What the names in a formula are worth: the reader's sheet comes first, then what was typed on this page, then 0.
import { element } from "../page/element.mjs";
import { signed } from "../page/words.mjs";

/** @type {Map<string, number>} */
const typed = new Map();
const LARGEST = 1_000_000;
/** @type {(book: string) => Record<string, Value>} */
let fromSheet = () => ({});

// The character sheet gives its numbers: source(book) -> { name: value }.
/** @param {(book: string) => Record<string, Value>} source */
export function provideValues(source) {
  fromSheet = source;
}

// The names that a roll asks for -> [{ name, value, sheet, known }], in their order; what nobody knows counts as 0.
/** @param {string[]} names @param {string | null} book */
export function valuesFor(names, book) {
  const sheet = book ? fromSheet(book) : {};
  return names.map((name) => {
    const held = Object.hasOwn(sheet, name) ? sheet[name] : undefined;
    if (typeof held === "number" && Number.isFinite(held)) return { name, value: held, sheet: true, known: true };
    const given = typed.get(`${book} ${name}`);
    return { name, value: given ?? 0, sheet: false, known: given !== undefined };
  });
}

/** @param {string | null} book @param {string} name @param {number} value */
export function remember(book, name, value) {
  typed.set(`${book} ${name}`, value);
}

// What a reader typed into a field of numbers -> a whole number that the engine takes.
/** @param {string} text */
export function wholeNumber(text) {
  const number = Math.trunc(Number(text));
  return Number.isFinite(number) ? Math.max(-LARGEST, Math.min(LARGEST, number)) : 0;
}

// The reader's own numbers beside every formula that uses them: d20 + DEX bonus (+2).

// After each change of page or character.
/** @param {BookEngine} engine */
export function noteSheetValues(engine) {
  for (const old of document.querySelectorAll("small.from-sheet")) old.remove();
  // On a sheet the numbers stand there themselves.
  for (const roll of document.querySelectorAll("button[data-asks]:not(.press)")) {
    const words = JSON.parse(roll.dataset.asks);
    const held = valuesFor(Object.keys(words), engine.book).filter(({ sheet }) => sheet);
    // One number needs no name: the formula beside it has it.
    const named = Object.keys(words).length > 1;
    const said = held.map(({ name, value }) => `${named ? `${words[name]} ` : ""}${signed(value)}`).join(", ");
    if (said) (roll.closest("code") ?? roll).after(element("small", { class: "from-sheet" }, ` (${said})`));
  }
}
