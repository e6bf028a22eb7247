// What a pointer does with a roll before it is clicked. Pointed at, or with the focus, a roll shows its range and average;
// without scripts they are in the text, on a touch screen they come with the result. Held, it opens its choices, as on a
// phone a held link opens its menu.
import { element } from "../page/element.mjs";
import { widgetOf } from "./rolls.mjs";

const GAP = 6;
const HELD_AFTER = 500;
const MOVED = 10;

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

// Above the roll if there is room, and never beyond the edges of the window.
/** @param {HTMLElement} tip @param {DOMRect} roll */
function place(tip, roll) {
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.max(GAP, Math.min(roll.left, document.documentElement.clientWidth - width - GAP));
  const above = roll.top - height - GAP;
  tip.style.left = `${left}px`;
  tip.style.top = `${above > GAP ? above : roll.bottom + GAP}px`;
}

/** @param {BookEngine} engine */
export function longPressForChoices(engine) {
  /** @type {number | null} */
  let clock = null;
  /** @type {PointerEvent | null} */
  let start = null;
  /** @type {HTMLElement | null} */
  let held = null;
  const release = () => clearTimeout(clock);

  document.addEventListener("pointerdown", (event) => {
    const roll = event.target?.closest?.("[data-roll]");
    release();
    held = null;
    if (!roll || event.button !== 0) return;
    start = event;
    clock = setTimeout(() => {
      held = roll;
      const widget = widgetOf(roll, engine);
      widget.frame.hidden = false;
      widget.choices.open(true);
    }, HELD_AFTER);
  });
  document.addEventListener("pointermove", (event) => {
    if (start && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > MOVED) release();
  }, { passive: true });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, release);
  // The click that ends the hold doesn't roll, and the hold doesn't open the browser's own menu.
  document.addEventListener("click", (event) => {
    if (held === null || event.target?.closest?.("[data-roll]") !== held) return;
    held = null;
    event.stopPropagation();
    event.preventDefault();
  }, true);
  document.addEventListener("contextmenu", (event) => {
    if (held?.contains(/** @type {Node} */ (event.target))) event.preventDefault();
  });
}
