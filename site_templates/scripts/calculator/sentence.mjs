// A calculator's sentence as the engine says it: the numbers that follow from what the reader gives, each in its place.
import { element } from "../page/element.mjs";
import { say } from "../page/words.mjs";

// The section, the door's `parts`: for each part of the sentence what is said there.
/** @param {Written} section @param {Said[][]} parts */
export function showSentence(section, parts) {
  for (const place of section.querySelectorAll("[data-part]")) place.replaceChildren(...shown(parts[place.dataset.part]));
}

// A field of a sentence -> what stands in its control is shown, before the engine has said anything. What the reader
// changes is shown so from the first paint on: see theme.js.
/** @param {Written} field */
export function mirror(field) {
  window.rollbookEarly.mirror(field);
}

/** @param {Said[]} said */
function shown(said) {
  if (said.some(({ kind }) => kind === "outcome")) return said.flatMap(outcome);
  return said.map((each) => (each.kind === "words" ? each.shown[0] : element("b", {}, worded(each))));
}

/** @param {Said} said @param {number} index */
function outcome({ shown: [label, chance], exact }, index) {
  return [`${index > 0 ? ", " : ""}${label} `, element("b", {}, about(chance, exact))];
}

/** @param {Said} said */
function worded({ kind, shown: texts, exact }) {
  if (kind === "never") return "–";
  if (kind === "range") return say("said_range", { low: texts[0], high: texts[1] });
  if (kind === "several") return [texts.slice(0, -1).join(", "), texts.at(-1)].join(say("said_or"));
  return about(texts[0], exact);
}

/** @param {string} text @param {boolean} exact */
function about(text, exact) {
  return exact ? text : say("calc_about", { value: text });
}
