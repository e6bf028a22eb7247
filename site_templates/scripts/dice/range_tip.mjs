// The range and average of a roll while it is pointed at or has the focus. Without scripts they stand in the text, on
// a touch screen with the result.
import { element } from "../page/element.mjs";

const GAP = 6;

/** @param {(roll: HTMLElement) => unknown} signs */
export function showTips(signs) {
  const tip = element("div", { class: "roll-tip", popover: "manual", "aria-hidden": "true", "data-keep": true });
  document.body.append(tip);
  /** @type {HTMLElement | null} */
  let owner = null;

  const hide = () => {
    owner = null;
    if (tip.matches(":popover-open")) tip.hidePopover();
  };
  /** @param {Written} roll */
  const show = (roll) => {
    const note = document.getElementById(roll.getAttribute("aria-describedby"));
    if (!note) return;
    owner = roll;
    tip.textContent = note.firstElementChild.textContent;
    tip.showPopover();
    place(tip, roll.getBoundingClientRect());
  };

  document.addEventListener("pointerover", ({ target, pointerType }) => {
    const roll = target?.closest?.("[data-roll]");
    if (roll) signs(roll);
    if (pointerType === "touch" || roll === owner || tip.contains(/** @type {Node} */ (target))) return;
    if (roll) show(roll);
    else if (owner && !owner.matches(":focus-visible")) hide();
  });
  document.addEventListener("focusin", ({ target }) => {
    const roll = target?.closest?.("[data-roll]");
    if (roll) signs(roll);
    if (roll?.matches(":focus-visible")) show(roll);
    else hide();
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
  document.addEventListener("scroll", hide, { passive: true, capture: true });
}

// Above the roll where there is room, and never beyond the edges of the window.
/** @param {HTMLElement} tip @param {DOMRect} roll */
function place(tip, roll) {
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.max(GAP, Math.min(roll.left, document.documentElement.clientWidth - width - GAP));
  const above = roll.top - height - GAP;
  tip.style.left = `${left}px`;
  tip.style.top = `${above > GAP ? above : roll.bottom + GAP}px`;
}
