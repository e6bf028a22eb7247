// What a reader pinned to a book's screen, stored in the browser: ids of tables and calculators with their widths, in order.
// It may come from storage, a link or a file, so from anybody: it is checked and copied.
import { announce } from "../page/element.mjs";
import { setAside, storedValues } from "../page/storage.mjs";
import { say } from "../page/words.mjs";

const PIN = /^(?:calc|table|record|stat-block)-[^\s<>"'&,:]{1,100}$/u;
const MOST_PINS = 60;
export const WIDEST = 3;

const screens = storedValues(1, 20_000);

// A book -> [{ id, width }], in the reader's order.
/** @param {string} book */
export function pinsOf(book) {
  const pins = cleanedPins(screens.read(nameOf(book))?.pins);
  if (pins === null) setAside(nameOf(book));
  return pins ?? [];
}

/** @param {string} book @param {Pin[]} pins */
export function storePins(book, pins) {
  screens.write(nameOf(book), { pins: cleanedPins(pins) });
}

// callback() whenever a screen changes, here or in another tab.
export const onPins = screens.onChange;

// Anything -> pins of ours, each once and not too many; null if it isn't a list.
/** @param {unknown} found @returns {Pin[] | null} */
export function cleanedPins(found) {
  if (!Array.isArray(found)) return null;
  const pins = new Map();
  for (const pin of found.slice(0, 2 * MOST_PINS)) {
    const id = pin?.id;
    if (typeof id !== "string" || !PIN.test(id) || pins.has(id) || pins.size >= MOST_PINS) continue;
    pins.set(id, { id, width: [1, 2, WIDEST].includes(pin.width) ? pin.width : 1 });
  }
  return [...pins.values()];
}

/** @param {string} book */
function nameOf(book) {
  return `screen-${book}`;
}

// The pins of a page show what is on the book's screen, and change it.

/** @returns {any} */
const bookOf = () => document.documentElement.dataset.book;

onPins(() => mark());

export function mark() {
  const book = bookOf();
  if (!book) return;
  const pinned = new Set(pinsOf(book).map(({ id }) => id));
  for (const pin of document.querySelectorAll("[data-pin]")) pin.setAttribute("aria-pressed", String(pinned.has(pin.dataset.pin)));
}

/** @param {Written} button */
export function press(button) {
  const { pin } = button.dataset;
  const pins = pinsOf(bookOf());
  const others = pins.filter(({ id }) => id !== pin);
  if (others.length >= MOST_PINS) return announce(say("screen_full", { most: MOST_PINS }));
  storePins(bookOf(), others.length < pins.length ? others : [...pins, { id: pin, width: Number(button.dataset.wide ?? 1) }]);
  announce(say(others.length < pins.length ? "unpinned" : "pinned"));
}
