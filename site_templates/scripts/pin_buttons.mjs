// The pins of a page say what stands on the book's screen, and change it.
import { announce } from "./announce.mjs";
import { keepPins, MOST_PINS, onPins, pinsOf } from "./pins.mjs";
import { say } from "./words.mjs";

const bookOf = () => document.documentElement.dataset.book;

onPins(() => mark());

export function mark() {
  const book = bookOf();
  if (!book) return;
  const pinned = new Set(pinsOf(book).map(({ id }) => id));
  for (const pin of document.querySelectorAll("[data-pin]")) pin.setAttribute("aria-pressed", String(pinned.has(pin.dataset.pin)));
}

export function press(button) {
  const { pin } = button.dataset;
  const pins = pinsOf(bookOf());
  const others = pins.filter(({ id }) => id !== pin);
  if (others.length >= MOST_PINS) return announce(say("screen_full", { most: MOST_PINS }));
  keepPins(bookOf(), others.length < pins.length ? others : [...pins, { id: pin, width: Number(button.dataset.wide ?? 1) }]);
  announce(say(others.length < pins.length ? "unpinned" : "pinned"));
}
