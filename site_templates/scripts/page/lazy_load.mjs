// What a reader may want later: it is fetched when it is first wanted, and where it cannot be had, that is told.
import { announce, button, element } from "./element.mjs";
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
    return offerAgain(words, () => whenLoaded(bring, use, words));
  }
  document.getElementById("rb-notice")?.remove();
  return use(brought);
}

// At the foot of the window, until it is answered, it succeeds otherwise, or the page is left.
/** @param {string} words @param {() => unknown} again */
function offerAgain(words, again) {
  document.getElementById("rb-notice")?.remove();
  const from = /** @type {HTMLElement} */ (document.activeElement);
  const end = () => {
    const held = notice.contains(document.activeElement);
    notice.remove();
    if (held && from.isConnected) from.focus({ preventScroll: true });
  };
  const retry = () => {
    end();
    again();
  };
  const close = button("×", end, { class: "notice-close", "aria-label": say("close") });
  const notice = element("div", { id: "rb-notice", class: "notice", popover: "manual" }, element("p", {}, words), button(say("try_again"), retry), close);
  notice.addEventListener("keydown", ({ key }) => key === "Escape" && end());
  document.body.append(notice);
  // Told whose notice it is, the browser lets Tab go from there into it.
  notice.showPopover(from === document.body ? {} : { source: from });
  announce(words);
}
