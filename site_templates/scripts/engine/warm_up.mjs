// When the engine is fetched before anything was pressed: by a reader who is likely to want it, on a line that can bear it.
import { entries } from "../log/log.mjs";
import { activeCharacter } from "../sheet/character.mjs";

const PLAYABLE = "[data-roll], .table-bar, .widget";
// For browsers that do not tell when they are idle.
const SETTLED_AFTER = 2_000;

// Whether the reader pays for each byte or waits long for it. Browsers that do not tell are taken for neither.
export function sparing() {
  const { saveData = false, effectiveType = "4g" } = navigator.connection ?? {};
  return saveData || effectiveType !== "4g";
}

// After each change of page: whoever has a character in this book or has rolled before will want dice on a page that has
// some, once the page itself has settled.
/** @param {BookEngine} engine @param {AbortSignal} signal */
export function warmForRegulars(engine, signal) {
  const regular = (engine.book !== null && activeCharacter(engine.book) !== null) || entries().length > 0;
  if (sparing() || !regular || !document.querySelector(PLAYABLE)) return;
  const warm = () => signal.aborted || engine.warm();
  const settled = () => ("requestIdleCallback" in window ? requestIdleCallback(warm) : setTimeout(warm, SETTLED_AFTER));
  if (document.readyState === "complete") settled();
  else window.addEventListener("load", settled, { once: true, signal });
}

// Pointing at something is a sign, but on such a line no reason yet.
/** @param {BookEngine} engine */
export function warmByPointer(engine) {
  if (!sparing()) engine.warm();
}

// What asks the engine without having been pressed waits for the first tap there -> a promise.
/** @param {BookEngine} engine @returns {Promise<void>} */
export function affordable(engine) {
  if (!sparing()) return Promise.resolve();
  return new Promise((then) => {
    const end = engine.onState(({ name }) => {
      if (name === "idle") return;
      then();
      queueMicrotask(() => end());
    });
  });
}

// Keeps the shelf, or the books of it that are read, for use without a connection, once the page has all it needs.

// The service worker's address; it serves everything below its own folder.
/** @param {string | URL} address */
export function keepOffline(address) {
  if (!("serviceWorker" in navigator) || navigator.connection?.saveData) return;
  const register = async () => {
    try {
      await navigator.serviceWorker.register(address);
      (await navigator.serviceWorker.ready).active?.postMessage("here");
    } catch {
      // A host that lacks it, or a browser that forbids it: the shelf then needs its connection.
    }
  };
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(register);
  if (document.readyState === "complete") whenIdle();
  else window.addEventListener("load", whenIdle, { once: true });
}
