// One run of a calculator as the engine tells it -> children for its <output>: in one line what happened and every die;
// how each number came about is seen while more of the rule is open (see widgets.css).
import { shownRoll } from "../dice/show_roll.mjs";
import { element, unheard, unseen } from "../page/element.mjs";

/** @param {RunAnswer} answer */
export function showRun(answer) {
  const results = new Set(answer.results.map(({ name }) => name));
  // Dice that no result shows were thrown all the same.
  const others = answer.steps.filter(({ name, dice }) => !results.has(name) && dice.length > 0);
  const lines = [...answer.results.map((each) => line(each, each.label)), ...others.map((each) => line(each, each.name, "other"))];
  const text = answer.text ? element("span", { class: "outcome-text" }, answer.text) : null;
  return [unseen(answer.spoken), unheard(text, " ", element("span", { class: "run-lines" }, ...lines))];
}

/** @param {Roll & { unit?: string }} rolled @param {string} label @param {string} [kind] */
function line(rolled, label, kind = "") {
  const [, eyes] = shownRoll(rolled);
  const unit = rolled.unit ? ` ${rolled.unit}` : "";
  const certain = rolled.dice.length === 0 ? "certain" : "";
  return element("span", { class: `run-line ${kind} ${certain}`.trim() }, element("span", { class: "run-label" }, label), " ", eyes, unit);
}
