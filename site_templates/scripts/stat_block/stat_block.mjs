// Stat blocks: a press rolls an action through the book's own calculator; each copy has its hit points, kept in the browser.
import { controlOf, fieldsOf, given } from "../calculator/fields.mjs";
import { labelIn, rollsIn, showRun } from "../calculator/show_run.mjs";
import { debounce } from "../engine/debounce.mjs";
import { refusal, showWaiting } from "../engine/waiting.mjs";
import { writeDown } from "../log/log.mjs";
import { element } from "../page/element.mjs";
import { placeOf } from "../page/place.mjs";
import { say, told } from "../page/words.mjs";
import { playersOf } from "../sheet/character.mjs";
import { offerChanges } from "../sheet/offer_changes.mjs";
import { openCopies } from "./copies.mjs";

let begun = false;

// Every stat block of the page gets its copies; their buttons are heard from the first page on.
/** @param {BookEngine} engine */
export function openStatBlocks(engine) {
  for (const section of document.querySelectorAll("[data-stat-block]")) openCopies(section, engine);
  if (begun) return;
  begun = true;
  document.addEventListener("click", (event) => {
    const pressed = event.target?.closest?.("[data-stat-block] [data-do='act']");
    if (pressed) act(pressed.closest(".stat-action"), engine);
  });
  document.addEventListener("focusin", (event) => event.target?.closest?.("[data-stat-block]") && engine.warm());
  document.addEventListener("input", (event) => {
    const action = event.target?.closest?.(".stat-action");
    if (action) soonFor(action, engine)();
  });
}

// All inputs stand in the page, so that none of them comes from the reader's sheet; what is asked for counts instead.
/** @param {Written} action @returns {{ calculator: string, inputs: Record<string, Value> }} */
function requested(action) {
  const { calculator, inputs } = JSON.parse(action.dataset.act);
  const asked = fieldsOf(action).map((field) => [field.dataset.field, given(field)]);
  return { calculator, inputs: { ...inputs, ...Object.fromEntries(asked) } };
}

/** @param {Written} action @param {BookEngine} engine */
async function act(action, engine) {
  const { page } = engine;
  const ask = engine.askAbout(page);
  const output = action.querySelector("output");
  const stopWaiting = showWaiting(output, engine);
  const place = placeOf(output);
  const characters = page.book === null ? [] : playersOf(page.book).map(({ character }) => character);
  /** @type {CalculatorRequest & { do: "roll" }} */
  const request = { kind: "calculator", do: "roll", ...requested(action) };
  const answer = await ask({ ...request, ...(characters.length > 0 ? { characters } : {}) });
  stopWaiting();
  action.querySelector(".run-changes")?.remove();
  if (answer.problem || answer.problems) {
    const problem = answer.problem ?? answer.problems?.[0];
    const again = () => act(action, engine);
    output.replaceChildren(...(answer.problem ? refusal(answer.problem, engine, action.querySelector("button"), again) : [element("span", { class: "problem" }, problem ? told(problem) : "")]));
    return;
  }
  const what = `${action.closest("[data-stat-block]").dataset.title}: ${nameOf(action)}`;
  writeDown({ what, shown: answer.results.map((each) => each.shown).join(", "), sentence: say("titled", { title: what, text: answer.sentence }), place, book: page.book, seed: answer.seed, request });
  output.replaceChildren(...showRun(answer, action));
  // What it does to the reader's own hero is offered, never done unasked.
  const changes = page.book ? offerChanges(answer.changes, { ask, book: page.book, place }) : [];
  const further = [...rollsIn(answer, action), ...changes];
  if (further.length > 0) output.after(element("div", { class: "run-changes" }, ...further));
}

/** @param {Written} action */
const nameOf = (action) => action.querySelector(".unlive").textContent;

/** @type {WeakMap<Written, () => unknown>} */
const waiting = new WeakMap();

// Long enough that a number of two digits is one question.
/** @param {Written} action @param {BookEngine} engine */
function soonFor(action, engine) {
  const soon = waiting.get(action) ?? debounce(() => forecast(action, engine), 140);
  waiting.set(action, soon);
  return soon;
}

// What was changed -> the odds beside the action follow.
/** @param {Written} action @param {BookEngine} engine */
async function forecast(action, engine) {
  const answer = await engine.ask({ kind: "calculator", do: "odds", ...requested(action) });
  const failed = answer.problem || answer.problems;
  for (const field of fieldsOf(action)) controlOf(field).setAttribute("aria-invalid", String(Boolean(failed)));
  if (failed) return;
  /** @type {(Node | string)[][]} */
  const chances = [];
  for (const [number, { label, percent, part }] of answer.outcomes.entries()) if (part > 0) chances.push([chances.length > 0 ? ", " : "", ...labelIn(action, "outcome", number, label), ` ${percent}`]);
  const amount = answer.results.find(({ shown: { part }, odds }) => part < 1 && odds);
  const shown = amount?.odds ? say("titled", { title: amount.label, text: say("calc_spread", { low: amount.odds.min, high: amount.odds.max, average: amount.odds.average }) }) : "";
  action.querySelector(".stat-odds").replaceChildren(...chances.flat(), chances.length > 0 && shown ? "; " : "", shown);
}
