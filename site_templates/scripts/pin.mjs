// Pins beside tables and calculators. What they do comes when a reader has pinned something, or first wants to.
import { once, whenHere } from "./late.mjs";
import { stored } from "./storage.mjs";

const bring = once(() => import("./pin_buttons.mjs"));

export function enlivenPins() {
  document.addEventListener("click", ({ target }) => {
    const pressed = target.closest?.("[data-pin]");
    if (pressed) whenHere(bring, ({ press }) => press(pressed));
  });
  // Another tab may pin the first thing.
  window.addEventListener("storage", markPins);
}

// For every page: what is pinned shows it, if that can be had. Nobody asked, so nobody is told.
export function markPins() {
  const { book } = document.documentElement.dataset;
  if (book && stored(`screen-${book}`, Infinity) !== null && document.querySelector("[data-pin]")) bring().then(({ mark }) => mark(), () => {});
}
