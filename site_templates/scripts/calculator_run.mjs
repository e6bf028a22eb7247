// One run of a calculator as the engine tells it -> children for its <output>: what happened, and every die.
import { element, unheard, unseen } from "./element.mjs";
import { shownRoll } from "./show_roll.mjs";

export function showRun(answer) {
  const results = new Set(answer.results.map(({ name }) => name));
  // Dice that no result shows were thrown all the same.
  const others = answer.steps.filter(({ name, dice }) => !results.has(name) && dice.length > 0);
  const lines = [...answer.results.map((each) => line(each, each.label)), ...others.map((each) => line(each, each.name, "other"))];
  const text = answer.text ? element("span", { class: "outcome-text" }, answer.text) : null;
  return [unseen(answer.spoken), unheard(text, element("span", { class: "run-lines" }, ...lines))];
}

function line(rolled, label, kind = "") {
  const [, eyes] = shownRoll(rolled);
  const unit = rolled.unit ? ` ${rolled.unit}` : "";
  return element("span", { class: `run-line ${kind}`.trim() }, element("span", { class: "run-label" }, label), " ", eyes, unit);
}
