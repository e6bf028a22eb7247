// Numbers in a sentence are changed in place: typed, with the arrow keys, by two buttons beside the number, by dragging it
// sideways, by the wheel. Under a finger the buttons stand large at the foot of the window, and no keyboard moves the page
// before the number between them is tapped.
import { element, unheard } from "../page/element.mjs";
import { shownValue } from "../page/words.mjs";

const NUMBER = ".said input[type='number']";
// So far is one step.
const STEP = 8;

const minus = element("button", { type: "button", tabindex: "-1" }, "−");
const plus = element("button", { type: "button", tabindex: "-1" }, "+");
const label = element("span", { class: "stepper-label" });
const value = element("button", { type: "button", tabindex: "-1", class: "stepper-value" });
const stepper = unheard(label, minus, value, plus);

export function enlivenSteppers() {
  stepper.className = "stepper";
  document.addEventListener("focusin", ({ target }) => openAt(target));
  document.addEventListener("focusout", ({ relatedTarget }) => relatedTarget === null && stepper.remove());
  document.addEventListener("input", ({ target }) => {
    const control = numberAt(target);
    if (control && stepper.parentElement?.contains(control)) value.textContent = shownValue(control.value);
  });
  // Pressing a button leaves the number its focus.
  stepper.addEventListener("pointerdown", (event) => event.preventDefault());
  stepper.addEventListener("click", ({ target }) => {
    const control = stepper.parentElement?.querySelector("input");
    if (!control) return;
    if (target === value) typeInto(control);
    else if (target === minus || target === plus) step(control, target === plus ? 1 : -1);
  });
  document.addEventListener("pointerdown", leaveKeyboardClosed);
  document.addEventListener("wheel", turn, { passive: false });
  document.addEventListener("pointerdown", drag);
  // A number that was tapped before this was here has its focus already.
  openAt(document.activeElement);
}

/** @param {EventTarget | null} target @returns {HTMLInputElement | null} */
function numberAt(target) {
  return target instanceof HTMLInputElement && target.matches(NUMBER) ? target : null;
}

/** @param {EventTarget | null} target */
function openAt(target) {
  const control = numberAt(target);
  if (!control) return stepper.remove();
  label.textContent = control.getAttribute("aria-label");
  control.closest(".said").append(stepper);
  value.textContent = shownValue(control.value);
}

// Before the number gets its focus: then is when a browser decides about its keyboard.
/** @param {PointerEvent} event */
function leaveKeyboardClosed({ target, pointerType }) {
  const control = numberAt(target);
  if (control && pointerType === "touch" && control !== document.activeElement) control.inputMode = "none";
}

// A keyboard comes with the focus, so the number gets it anew.
/** @param {HTMLInputElement} control */
function typeInto(control) {
  control.removeAttribute("inputmode");
  control.blur();
  control.focus();
  control.select();
}

/** @param {HTMLInputElement} control @param {number} steps */
function step(control, steps) {
  // A field that takes any number has no steps of its own for the browser to take.
  if (control.step === "any") control.value = String(Number(control.value) + steps);
  else if (steps > 0) control.stepUp(steps);
  else control.stepDown(-steps);
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

/** @param {WheelEvent} event */
function turn(event) {
  const control = numberAt(event.target);
  if (!control || control !== document.activeElement) return;
  event.preventDefault();
  step(control, event.deltaY < 0 ? 1 : -1);
}

// A finger scrolls; a mouse or pen that is drawn sideways over the number changes it.
/** @param {PointerEvent} event */
function drag(event) {
  const control = numberAt(event.target);
  if (event.pointerType === "touch" || !control) return;
  let from = event.clientX;
  const move = (/** @type {PointerEvent} */ { clientX }) => {
    const steps = Math.trunc((clientX - from) / STEP);
    if (steps === 0) return;
    from += steps * STEP;
    step(control, steps);
  };
  const end = () => {
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", end);
    document.removeEventListener("pointercancel", end);
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
}
