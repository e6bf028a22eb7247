// Makes elements. Text only ever becomes text: nothing from a link, a book or the browser's storage is read as HTML.
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

// Only for screen readers.
/** @param {string} text */
export function unseen(text) {
  return element("span", { class: "unseen" }, text);
}

// Only to be seen.
/** @param {...Child} children */
export function unheard(...children) {
  return element("span", { "aria-hidden": "true" }, ...children);
}

/** @param {string} words @param {((event: MouseEvent) => unknown) | null} onclick @param {Attributes} [attributes] */
export function button(words, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, words);
}

// A button that stays pressed until it is pressed again: read and set its ariaPressed.
/** @param {string} words */
export function switchButton(words) {
  const made = button(words, () => (made.ariaPressed = String(made.ariaPressed !== "true")), { class: "quiet", "aria-pressed": "false" });
  return made;
}

// A kind of event, a selector, what to do -> done with the nearest such element around the event's target, on this page and
// on those that follow it.
/** @template {keyof DocumentEventMap} Kind @param {Kind} kind @param {string} selector @param {(found: any, event: DocumentEventMap[Kind]) => unknown} act */
export function delegate(kind, selector, act) {
  document.addEventListener(kind, (event) => {
    const found = event.target?.closest?.(selector);
    if (found) act(found, event);
  });
}

// What makes something for an element -> a function that makes it the first time and then returns the same.
/** @template {object} Key @template {unknown[]} More @template Made @param {(key: Key, ...more: More) => Made} make */
export function oncePerElement(make) {
  /** @type {WeakMap<Key, Made>} */
  const made = new WeakMap();
  return (/** @type {Key} */ key, /** @type {More} */ ...more) => {
    if (!made.has(key)) made.set(key, make(key, ...more));
    return /** @type {Made} */ (made.get(key));
  };
}

// One voice for everything that happens outside a widget: said once, politely, wherever the reader is.

/** @type {HTMLElement | null} */
let voice = null;

/** @param {string} words */
export function announce(words) {
  prepareVoice();
  if (voice) voice.textContent = words;
}

// A screen reader must know the element before something is said in it.
export function prepareVoice() {
  if (voice) return;
  voice = element("p", { class: "unseen", role: "status", "data-keep": true });
  document.body.append(voice);
}

// A text -> in the clipboard; whether that worked is said, and returned.
/** @param {string} text @param {string} [words] @param {(words: string) => unknown} [tell] */
export async function copyText(text, words = say("link_copied"), tell = announce) {
  // Without a secure connection there is no clipboard.
  const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  tell(copied ? words : say("not_copied"));
  return copied;
}

// What the reader should know at once, at the foot of the window, until it is closed or the page is left. The id of a kind
// of notice, of which there is one at a time, its words, and what is offered: [words, action] -> shown.
/** @param {string} id @param {string} words @param {[string, () => unknown][]} [offers] */
export function showNotice(id, words, offers = []) {
  document.getElementById(id)?.remove();
  const from = /** @type {HTMLElement} */ (document.activeElement);
  const end = () => {
    const held = notice.contains(document.activeElement);
    notice.remove();
    if (held && from.isConnected) from.focus({ preventScroll: true });
  };
  const buttons = offers.map(([name, action]) => button(name, () => (end(), action())));
  const close = button("×", end, { class: "notice-close", "aria-label": say("close") });
  const notice = element("div", { id, class: "notice", popover: "manual" }, element("p", {}, words), ...buttons, close);
  notice.addEventListener("keydown", ({ key }) => key === "Escape" && end());
  document.body.append(notice);
  // With a source, the browser lets Tab move from there into it.
  notice.showPopover(from === document.body ? {} : { source: from });
  announce(words);
}
