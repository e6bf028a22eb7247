// Makes elements. Texts only ever become text: nothing that a link, a book or the storage says is read as HTML.
import { say } from "./words.mjs";

// "button", { class: "x", type: "button", onclick: f }, children (elements or texts) -> the element.
/** @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {Attributes} [attributes] @param {...Child} children @returns {HTMLElementTagNameMap[Tag]} */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  made.append(...children.filter(isShown));
  return made;
}

/** @param {Child} child @returns {child is Node | string} */
function isShown(child) {
  return child !== null && child !== undefined && child !== "";
}

// What only ears get.
/** @param {string} text */
export function unseen(text) {
  return element("span", { class: "unseen" }, text);
}

// What only eyes get.
/** @param {...Child} children */
export function unheard(...children) {
  return element("span", { "aria-hidden": "true" }, ...children);
}

/** @param {string} words @param {((event: MouseEvent) => unknown) | null} onclick @param {Attributes} [attributes] */
export function button(words, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, words);
}

// One voice for everything that happens beyond a widget's own place: said once, politely, wherever the reader is.

/** @type {HTMLElement | null} */
let voice = null;

/** @param {string} words */
export function announce(words) {
  voice ??= makeVoice();
  voice.textContent = words;
}

function makeVoice() {
  const made = document.createElement("p");
  made.className = "unseen";
  made.setAttribute("role", "status");
  made.dataset.keep = "";
  document.body.append(made);
  return made;
}

// A screen reader must know the place before something is said in it.
export function prepareVoice() {
  voice ??= makeVoice();
}

// What the reader should know at once, at the foot of the window, until it is closed or the page is left.
// The id of a kind of notice, of which there is one at a time, its words, and what is offered: [words, deed] -> shown.
/** @param {string} id @param {string} words @param {[string, () => unknown][]} [offers] */
export function showNotice(id, words, offers = []) {
  document.getElementById(id)?.remove();
  const from = /** @type {HTMLElement} */ (document.activeElement);
  const end = () => {
    const held = notice.contains(document.activeElement);
    notice.remove();
    if (held && from.isConnected) from.focus({ preventScroll: true });
  };
  const buttons = offers.map(([name, deed]) => button(name, () => (end(), deed())));
  const close = button("×", end, { class: "notice-close", "aria-label": say("close") });
  const notice = element("div", { id, class: "notice", popover: "manual" }, element("p", {}, words), ...buttons, close);
  notice.addEventListener("keydown", ({ key }) => key === "Escape" && end());
  document.body.append(notice);
  // Told whose notice it is, the browser lets Tab go from there into it.
  notice.showPopover(from === document.body ? {} : { source: from });
  announce(words);
}
