// Where the page meets the engine: asks about the book that is being read, whose rules are loaded on the way; and fetches
// the engine before anything was pressed, for a reader who is likely to want it, if the connection can bear it.
import { entries } from "../log/log.mjs";
import { activeCharacter } from "../sheet/character.mjs";

// The engine -> { ask, askAbout, warm, retry, repeat(place, again), failed, onState, onProgress, book, page, turnTo(page) }
/** @param {ReturnType<typeof import("./engine.mjs").connectEngine>} engine @returns {BookEngine} */
export function engineForBook(engine) {
  /** @type {EngineState} */
  let state = { name: "idle", code: "", reason: "" };
  /** @type {Map<Node, () => unknown>} */
  const unanswered = new Map(); // a place in the page -> what asks there again, for when there is an engine
  engine.onState((next) => {
    state = next;
  });
  /** @param {any} request @param {PageOfBook} page */
  const askAbout = async (request, { book, rules, language }) => {
    const told = { ...request, language };
    if (book === null || rules === null) return engine.ask(told);
    const loaded = await engine.use(book, rules);
    // Plain dice can be rolled without the book; an expression that needs its words says so.
    return engine.ask(loaded.problem ? told : { ...told, book });
  };
  /** @type {BookEngine} */
  const own = {
    page: { book: null, rules: null, language: "en" },
    get book() {
      return own.page.book;
    },
    // A page's root element says which book it belongs to, and where its rules are.
    turnTo(root) {
      const { book = null, rules, words: language } = root.dataset;
      own.page = rules ? { book, rules: new URL(rules, document.baseURI).href, language } : { book: null, rules: null, language };
    },
    ask: (/** @type {any} */ request) => askAbout(request, own.page),
    askAbout: (page) => (/** @type {any} */ request) => askAbout(request, page),
    warm: () => engine.warm(),
    repeat(place, again) {
      unanswered.set(place, again);
    },
    // After a failure the engine is fetched again, and unanswered questions are repeated if their place is still shown.
    retry() {
      const waiting = [...unanswered];
      unanswered.clear();
      engine.retry();
      for (const [place, again] of waiting) if (place.isConnected) again();
    },
    failed: () => state.name === "failed",
    onState: (callback) => engine.onState(callback),
    onProgress: (callback) => engine.onProgress(callback),
  };
  return own;
}

const PLAYABLE = "[data-roll], .table-bar, .widget";
// For browsers that don't say when they are idle.
const SETTLED_AFTER = 2_000;

// Whether the reader pays for each byte or waits long for it. If a browser doesn't say, neither is assumed.
function sparing() {
  const { saveData = false, effectiveType = "4g" } = navigator.connection ?? {};
  return saveData || effectiveType !== "4g";
}

// After each change of page: whoever has a character in this book or has rolled before will want dice on a page that has
// some, once the page itself is idle.
/** @param {BookEngine} engine @param {AbortSignal} signal */
export function warmForRegulars(engine, signal) {
  const regular = (engine.book !== null && activeCharacter(engine.book) !== null) || entries().length > 0;
  if (sparing() || !regular || !document.querySelector(PLAYABLE)) return;
  const warm = () => signal.aborted || engine.warm();
  const settled = () => ("requestIdleCallback" in window ? requestIdleCallback(warm) : setTimeout(warm, SETTLED_AFTER));
  if (document.readyState === "complete") settled();
  else window.addEventListener("load", settled, { once: true, signal });
}

// Pointing at something is a sign, but not reason enough on such a connection.
/** @param {BookEngine} engine */
export function warmByPointer(engine) {
  if (!sparing()) engine.warm();
}

// What asks the engine without a press -> a promise that waits, on such a connection, until something was pressed.
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

// Caches the shelf, or those of its books that are read, for use without a connection, once the page has all it needs.
// The service worker's address; it serves everything below its own folder.
/** @param {string | URL} address */
export function cacheForOffline(address) {
  if (!("serviceWorker" in navigator) || navigator.connection?.saveData) return;
  const register = async () => {
    try {
      await navigator.serviceWorker.register(address);
      (await navigator.serviceWorker.ready).active?.postMessage("here");
    } catch {
      // The host lacks it, or the browser forbids it: then the shelf needs its connection.
    }
  };
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(register);
  if (document.readyState === "complete") whenIdle();
  else window.addEventListener("load", whenIdle, { once: true });
}
