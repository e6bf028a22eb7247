// The fields of a form as the build wrote them: <div class="field" data-field="AC" data-kind="number"> with one control.
// And when to ask the engine about them: one question at a time, and of those that pile up while the reader types only the last.
import { say, told } from "../page/words.mjs";

const CONTROL = "input, select, textarea";

/** @param {Written} form @returns {Written[]} */
export function fieldsOf(form) {
  return [...form.querySelectorAll(".field")];
}

/** @param {Written} field */
export function controlOf(field) {
  return field.querySelector(CONTROL);
}

// A field -> what the reader gave, as the engine's door takes it: yes or no, or a text that the engine reads.
/** @param {Written} field @returns {Value} */
export function given(field) {
  const control = controlOf(field);
  if (field.dataset.kind !== "flag") return control.value.trim();
  // In a sentence yes and no are two words to choose from.
  return control.localName === "select" ? control.value === "yes" : control.checked;
}

// A field -> whether the reader has changed it since the page was opened: also before there was a script to notice.
/** @param {Written} field */
export function isChanged(field) {
  return [...field.querySelectorAll(CONTROL)].some(hasChanged);
}

/** @param {any} control */
function hasChanged(control) {
  if (control.type === "checkbox") return control.checked !== control.defaultChecked;
  if (control.localName !== "select") return control.value !== control.defaultValue;
  return control.selectedIndex !== Math.max(0, [...control.options].findLastIndex((option) => option.defaultSelected));
}

// A field, a value of the door's -> shown in its control.
/** @param {Written} field @param {Value} value */
export function fill(field, value) {
  const control = controlOf(field);
  if (control.type === "checkbox") control.checked = value === true;
  else if (field.dataset.kind === "flag") control.value = value === true ? "yes" : "no";
  else control.value = ["number", "points", "track", "clock"].includes(field.dataset.kind) ? decimal(value) : String(value);
}

// The door writes exact fractions, and a field of numbers wants decimals: 7/2 is 3.5 there.
/** @param {Value} value */
function decimal(value) {
  const parts = /^(-?\d+)\/(\d+)$/.exec(String(value));
  return parts ? String(Number(parts[1]) / Number(parts[2])) : String(value);
}

// A form, the door's problems -> each at the field that its path names; those that no field is to blame for are left.
// `depth`: how many steps of a path lead to the field's name.
/** @param {Written} form @param {Problem[]} problems @param {number} [depth] */
export function showProblems(form, problems, depth = 0) {
  const fields = fieldsOf(form);
  const byName = new Map(problems.map((problem) => [problem.path?.[depth], problem]));
  for (const field of fields) {
    const problem = byName.get(field.dataset.field);
    const words = field.querySelector(".field-problem");
    if (!problem && "own" in words.dataset) continue;
    words.textContent = problem ? worded(problem) : "";
    words.hidden = !problem;
    controlOf(field).setAttribute("aria-invalid", String(Boolean(problem)));
  }
  const names = new Set(fields.map((field) => field.dataset.field));
  return problems.filter(({ path }) => !names.has(String(path?.[depth])));
}

/** @param {Problem} problem */
export function worded(problem) {
  const message = told(problem);
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return problem.suggestion ? say("titled", { title: sentence, text: problem.suggestion }) : sentence;
}

/** @param {Written} field */
export function labelOf(field) {
  const label = field.querySelector("label");
  if (label === null) return controlOf(field).getAttribute("aria-label");
  return label.firstChild.textContent.trim() || label.textContent.trim();
}

// A button that opens a part of its widget, or closes it -> whether that is open now.
/** @param {Written} pressed @param {Written} section */
export function toggle(pressed, section) {
  const open = pressed.getAttribute("aria-expanded") !== "true";
  pressed.setAttribute("aria-expanded", String(open));
  section.classList.toggle(`shows-${pressed.dataset.do}`, open);
  return open;
}

// What to do (async), how long the reader must pause -> a function that asks for it to be done.
/** @param {() => unknown} work @param {number} pause */
export function debounce(work, pause) {
  /** @type {number | null} */
  let clock = null;
  let busy = false;
  let again = false;

  async function run() {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    try {
      do {
        again = false;
        await work();
      } while (again);
    } finally {
      busy = false;
    }
  }

  return () => {
    clearTimeout(clock);
    clock = setTimeout(run, pause);
  };
}
