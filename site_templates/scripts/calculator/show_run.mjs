// One run of a calculator as the engine tells it -> children for its <output>: in one line what happened and every die;
// how each number came about is seen while more of the rule is open (see widgets.css).
import { shownRoll } from "../dice/show_roll.mjs";
import { element, unheard, unseen } from "../page/element.mjs";

// `section` is the calculator in the page: the build put there what an outcome's Markdown looks like, with holes for numbers.
/** @param {RunAnswer} answer @param {ParentNode | null} [section] */
export function showRun(answer, section = null) {
  const results = new Set(answer.results.map(({ name }) => name));
  // Dice that no result shows were thrown all the same.
  const others = answer.steps.filter(({ name, dice }) => !results.has(name) && dice.length > 0);
  const lines = [...answer.results.map((each) => line(each, labelIn(section, "result", each.name, each.label))), ...others.map((each) => line(each, [each.name], "other"))];
  const rich = section?.querySelector(`[data-outcome-text="${answer.outcome}"]`);
  const words = rich ? filled(rich, answer.holes) : [answer.text];
  const text = answer.text ? element("span", { class: rich ? "outcome-text outcome-rich" : "outcome-text" }, ...words) : null;
  return [unseen(answer.spoken), unheard(text, " ", element("span", { class: "run-lines" }, ...lines))];
}

// What happened may send the reader to further dice: a button for each, beside the result, which speaks for itself.
/** @param {RunAnswer} answer @param {ParentNode} section */
export function rollsIn(answer, section) {
  const dice = section.querySelectorAll(`[data-outcome-text="${answer.outcome}"] [data-roll]`);
  return [...dice].map((each) => element("button", { type: "button", "data-roll": each.getAttribute("data-roll") }, each.textContent));
}

// A label as the build wrote its Markdown into the page; where it has none, the engine's words.
/** @param {ParentNode | null} section @param {"result" | "outcome"} kind @param {string | number} key @param {string} words @returns {(Node | string)[]} */
export function labelIn(section, kind, key, words) {
  const rich = section?.querySelector(`[data-${kind}-label="${CSS.escape(String(key))}"]`);
  return rich ? filled(rich, []) : [words];
}

/** @param {Roll & { unit?: string }} rolled @param {(Node | string)[]} label @param {string} [kind] */
function line(rolled, label, kind = "") {
  const [, eyes] = shownRoll(rolled);
  const unit = rolled.unit ? ` ${rolled.unit}` : "";
  const certain = rolled.dice.length === 0 ? "certain" : "";
  return element("span", { class: `run-line ${kind} ${certain}`.trim() }, element("span", { class: "run-label" }, ...label), " ", eyes, unit);
}

// What fills an outcome's gaps is text, whatever it says. Links are words here: the sentence is heard once.
/** @param {Element} rich @param {string[]} holes @returns {Node[]} */
function filled(rich, holes) {
  const copy = /** @type {Element} */ (rich.cloneNode(true));
  for (const hole of copy.querySelectorAll("[data-hole]")) hole.replaceWith(holes[Number(hole.getAttribute("data-hole"))] ?? "");
  for (const link of copy.querySelectorAll("a")) link.replaceWith(...link.childNodes);
  return [...copy.childNodes];
}
