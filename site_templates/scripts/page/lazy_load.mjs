// What a reader may want later is fetched when it is first needed; if that fails, the reader is told.
import { isOfThisVersion } from "./fetch_page.mjs";
import { showNotice } from "./element.mjs";
import { say } from "./words.mjs";

// How to fetch something -> a function that does so at its first call and shares it with the next. A failure is forgotten:
// the next call tries again. (Most browsers remember a failed import() themselves; start.js sees to that.)
/** @template Loaded @param {() => Promise<Loaded>} load @returns {() => Promise<Loaded>} */
export function loadOnce(load) {
  let coming = null;
  return () => (coming ??= load().catch((reason) => {
    coming = null;
    throw reason;
  }));
}

// A function made by loadOnce(), what to do with what it brings -> done, or the reader is offered to try again.
/** @template Loaded @param {() => Promise<Loaded>} bring @param {(loaded: Loaded) => unknown} use @param {string} [words] @returns {Promise<unknown>} */
export async function whenLoaded(bring, use, words = say("not_fetched")) {
  let brought;
  try {
    brought = await bring();
  } catch {
    const again = () => whenLoaded(bring, use, words);
    showNotice(NOTICE, words, [[say("try_again"), again]]);
    if (!(await isOfThisVersion())) showNotice(NOTICE, say("older_version"), [[say("reload"), () => location.reload()]]);
    return undefined;
  }
  document.getElementById(NOTICE)?.remove();
  return use(brought);
}

const NOTICE = "rb-notice";
