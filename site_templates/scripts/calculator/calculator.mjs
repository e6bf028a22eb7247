// One calculator of a page: what its fields lead to as they change, and what comes out when it is rolled.
import { shownRoll } from "../dice/show_roll.mjs";
import { debounce } from "../engine/debounce.mjs";
import { refusal, showWaiting } from "../engine/waiting.mjs";
import { add } from "../log/log.mjs";
import { element, unheard, unseen } from "../page/element.mjs";
import { placeOf } from "../page/place.mjs";
import { say, told } from "../page/words.mjs";
import { worded } from "./fields.mjs";
import { makeForm } from "./form.mjs";
import { expect, fillOdds, remarkOn } from "./odds.mjs";

// Long enough that a number of two digits is one question.
const PAUSE = 140;
// A question that is too hard is not asked again at every key.
const MOST_TIMEOUTS = 2;

// Its section, how to reach the engine -> { roll, changed(control), fill, reset, press(button) }
export function makeCalculator(section, engine) {
  const { page } = engine;
  const ask = (request) => engine.ask(request, page);
  const form = makeForm(section, ask, page.book);
  const output = section.querySelector(".widget-result");
  const panel = section.querySelector(".widget-odds");
  const rolls = "rolls" in section.dataset;
  let odds = null;
  let turns = 0;
  let timeouts = 0;

  async function follow() {
    if (timeouts >= MOST_TIMEOUTS) return;
    const [answer] = await Promise.all([ask(form.request(rolls ? "odds" : "roll")), form.fillFromSheet()]);
    form.showProblems(answer.problems ?? []);
    const failed = Boolean(answer.problem ?? answer.problems);
    if (answer.problem?.code === "took-too-long") timeouts += 1;
    section.querySelector(".widget-expected").classList.toggle("stale", failed);
    remarkOn(section, answer.problem ? tooMuch(answer.problem) : "");
    if (failed && engine.failed()) engine.repeat(section, followSoon);
    if (failed) return;
    if (rolls) expect(section, answer);
    else output.replaceChildren(...showRun(answer));
    odds?.show(answer);
  }

  const followSoon = debounce(follow, PAUSE);

  async function roll() {
    const turn = (turns += 1);
    const stopWaiting = showWaiting(output, engine);
    // What is rolled with is what the fields show, now and in the log.
    const place = placeOf(output);
    await form.fillFromSheet();
    const [request, inputs] = [form.request("roll"), form.all()];
    const answer = await ask(request);
    stopWaiting();
    const done = !answer.problem && !answer.problems;
    // Each throw goes to the log, but of quick ones only the last is shown.
    if (done) writeDown(place, { ...request, inputs }, answer);
    if (turn !== turns) return;
    form.showProblems(answer.problems ?? []);
    output.replaceChildren(...(done ? showRun(answer) : refused(answer)));
  }

  // Why nothing was rolled: at once and whole, since the fields' own words are not announced.
  function refused({ problem, problems }) {
    if (problems) return [element("span", { class: "problem" }, problems.map(worded).join(". "))];
    return refusal(problem, engine, section.querySelector("[type='submit']"), roll);
  }

  // The log keeps every input, so that rolling again means the same after the character has changed.
  function writeDown(place, { character, ...request }, answer) {
    const what = section.querySelector(".widget-title").textContent;
    const shown = answer.results.map((each) => each.shown).join(", ");
    add({ what, shown, sentence: say("titled", { title: what, text: answer.sentence }), seed: answer.seed, request, ...place, book: page.book ?? "" });
  }

  // Whatever the reader has not changed comes from the sheet, and what follows from it is shown.
  async function fill() {
    if (await form.fill()) followSoon();
    else if (engine.failed()) engine.repeat(section, fill);
  }

  return {
    roll,
    changed(control) {
      if (!form.touch(control)) return;
      timeouts = 0;
      followSoon();
    },
    fill,
    reset() {
      output.replaceChildren();
      timeouts = 0;
      // The browser puts the fields back after this event.
      setTimeout(() => {
        form.reset();
        fill();
      });
    },
    press(pressed) {
      const open = toggle(pressed, section);
      if (pressed.dataset.do !== "odds") return;
      panel.hidden = !open;
      odds ??= fillOdds(panel, section, { ask, ...form });
      if (open) followSoon();
    },
  };
}

function tooMuch(problem) {
  return problem.code === "took-too-long" ? say("odds_too_much") : told(problem);
}

function toggle(pressed, section) {
  const open = pressed.getAttribute("aria-expanded") !== "true";
  pressed.setAttribute("aria-expanded", String(open));
  section.classList.toggle(`shows-${pressed.dataset.do}`, open);
  return open;
}

// One run of a calculator as the engine tells it -> children for its <output>: what happened, and every die.
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
