// Pins beside tables and calculators. What they do comes when a reader has pinned something, or first wants to.
import { loadOnce, whenLoaded } from "../page/lazy_load.mjs";
import { stored } from "../page/storage.mjs";

const bring = loadOnce(() => import("./pins.mjs"));

export function enlivenPins() {
  document.addEventListener("click", ({ target }) => {
    const pressed = target?.closest?.("[data-pin]");
    if (pressed) whenLoaded(bring, ({ press }) => press(pressed));
  });
  // Another tab may pin the first thing.
  window.addEventListener("storage", markPins);
}

// For every page: what is pinned shows it, if that can be had. Nobody asked, so nobody is told.
export function markPins() {
  const { book } = document.documentElement.dataset;
  if (book && stored(`screen-${book}`, Infinity) !== null && document.querySelector("[data-pin]")) bring().then(({ mark }) => mark(), () => {});
}
