// What the reader should know at once, at the foot of the window, until it is closed or the page is left.
import { announce, button, element } from "./element.mjs";
import { say } from "./words.mjs";

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
