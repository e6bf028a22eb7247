// Holding a roll opens its choices, as on a phone a held link opens its menu.
import { widgetOf } from "./rolls.mjs";

const HELD_AFTER = 500;
const MOVED = 10;

/** @param {BookEngine} engine */
export function longPressForChoices(engine) {
  /** @type {number | null} */
  let clock = null;
  /** @type {PointerEvent | null} */
  let start = null;
  /** @type {HTMLElement | null} */
  let held = null;
  const let_go = () => clearTimeout(clock);

  document.addEventListener("pointerdown", (event) => {
    const roll = event.target?.closest?.("[data-roll]");
    let_go();
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
    if (start && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > MOVED) let_go();
  }, { passive: true });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, let_go);
  // The click that ends the hold does not roll, and the hold brings up no menu of the browser's.
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
