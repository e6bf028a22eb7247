// The way to the search: all that every page loads of it. The rest is fetched when it is first wanted.
import { delegate } from "../page/element.mjs";
import { loadOnce, whenLoaded } from "../page/lazy_load.mjs";
import { say } from "../page/words.mjs";

const MARKS = "rollbook-marks";

// What is typed meanwhile: see start.js.
/** @param {Early} early */
export function offerSearch(early) {
  const bring = loadOnce(async () => (await import("./search_dialog.mjs")).makeDialog());
  let typed = "";
  const open = async () => {
    early.typed ??= "";
    await whenLoaded(bring, (dialog) => dialog.open(early.typed ?? typed), say("search_failed"));
    // Where it failed, the words wait for the next attempt, and the keys are the page's again.
    typed = early.typed;
    early.typed = null;
  };
  delegate("click", ".for-search", open);
  document.addEventListener("keydown", (event) => {
    const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!command || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    open();
  });
}

// Whoever follows a result finds its words marked there. They travel in the session storage, not in the address.
/** @param {string} address @param {string[]} words */
export function storeMarks(address, words) {
  try {
    sessionStorage.setItem(MARKS, JSON.stringify({ address, words }));
  } catch {
    // Without storage there are no marks, and the page is still the right one.
  }
}

// On every page: marks what was searched for, if the reader has just come from a result.
export function markFound() {
  let stored = null;
  try {
    stored = sessionStorage.getItem(MARKS);
    sessionStorage.removeItem(MARKS);
  } catch {
    return;
  }
  // Without marks the page is still the right one.
  if (stored) import("./mark_words.mjs").then(({ markWords }) => markWords(stored), () => {});
}
