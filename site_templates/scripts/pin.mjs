// Pins beside tables and calculators. What they do comes when a reader has pinned something, or first wants to.
import { stored } from "./storage.mjs";

const load = () => import("./pin_buttons.mjs");

export function enlivenPins() {
  document.addEventListener("click", async ({ target }) => {
    const pressed = target.closest?.("[data-pin]");
    if (pressed) (await load()).press(pressed);
  });
  // Another tab may pin the first thing.
  window.addEventListener("storage", markPins);
}

// For every page: what is pinned shows it.
export async function markPins() {
  const { book } = document.documentElement.dataset;
  if (book && stored(`screen-${book}`, Infinity) !== null && document.querySelector("[data-pin]")) (await load()).mark();
}
