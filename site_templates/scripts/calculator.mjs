// One calculator of a page: what its fields lead to as they change, and what comes out when it is rolled.
import { expect, remark } from "./calculator_expects.mjs";
import { makeForm } from "./calculator_form.mjs";
import { fillOdds } from "./calculator_odds.mjs";
import { showRun } from "./calculator_run.mjs";
import { button, element } from "./element.mjs";
import { worded } from "./fields.mjs";
import { latest } from "./latest.mjs";
import { add } from "./log.mjs";
import { placeOf } from "./place.mjs";
import { shownProblem } from "./show_roll.mjs";
import { say } from "./words.mjs";

// Long enough that a number of two digits is one question.
const PAUSE = 140;
const WAITING_SHOWS_AFTER = 150;
// A question that is too hard is not asked again at every key.
const MOST_TIMEOUTS = 2;

// Its section, how to reach the engine -> { roll, changed(control), fill, reset, press(button) }
export function makeCalculator(section, desk) {
  const form = makeForm(section, desk);
  const output = section.querySelector(".widget-result");
  const panel = section.querySelector(".widget-odds");
  const rolls = "rolls" in section.dataset;
  let odds = null;
  let turns = 0;
  let timeouts = 0;

  async function follow() {
    if (timeouts >= MOST_TIMEOUTS) return;
    const answer = await desk.ask(form.request(rolls ? "odds" : "roll"));
    form.showProblems(answer.problems ?? []);
    const failed = Boolean(answer.problem ?? answer.problems);
    if (answer.problem?.code === "took-too-long") timeouts += 1;
    section.querySelector(".widget-expected").classList.toggle("stale", failed);
    remark(section, answer.problem ? tooMuch(answer.problem) : "");
    if (failed) return;
    if (rolls) expect(section, answer);
    else output.replaceChildren(...showRun(answer));
    odds?.show(answer);
  }

  const followSoon = latest(follow, PAUSE);

  async function roll() {
    const turn = (turns += 1);
    const waiting = setTimeout(() => output.replaceChildren(element("span", { class: "waiting" }, say("rolling"))), WAITING_SHOWS_AFTER);
    const request = form.request("roll");
    const answer = await desk.ask(request);
    clearTimeout(waiting);
    const done = !answer.problem && !answer.problems;
    // Each throw goes to the log, but of quick ones only the last is shown.
    if (done) writeDown(request, answer);
    if (turn !== turns) return;
    form.showProblems(answer.problems ?? []);
    output.replaceChildren(...(done ? showRun(answer) : refusal(answer, desk)));
  }

  function writeDown({ calculator, kind }, answer) {
    const what = section.querySelector(".widget-title").textContent;
    const shown = answer.results.map((each) => each.shown).join(", ");
    // The log keeps every input, so that rolling again means the same after the character has changed.
    const request = { kind, calculator, do: "roll", inputs: form.all() };
    add({ what, shown, sentence: `${what}: ${answer.sentence}`, seed: answer.seed, request, ...placeOf(output), book: desk.book ?? "" });
  }

  return {
    roll,
    changed(control) {
      if (!form.touch(control)) return;
      timeouts = 0;
      followSoon();
    },
    async fill() {
      if (await form.fill()) followSoon();
    },
    reset() {
      output.replaceChildren();
      timeouts = 0;
      // The browser puts the fields back after this event.
      setTimeout(async () => (await form.reset()) && followSoon());
    },
    press(pressed) {
      const open = toggle(pressed, section);
      if (pressed.dataset.do !== "odds") return;
      panel.hidden = !open;
      odds ??= fillOdds(panel, section, { ask: desk.ask, ...form });
      if (open) followSoon();
    },
  };
}

function tooMuch({ code, message }) {
  return code === "took-too-long" ? say("odds_too_much") : message;
}

// Why nothing was rolled: at once and whole, since the fields' own words are not announced.
function refusal({ problem, problems }, desk) {
  if (problems) return [element("span", { class: "problem" }, problems.map(worded).join(". "))];
  const again = desk.failed() ? [" ", button(say("try_again"), () => desk.retry())] : [];
  return [...shownProblem(problem), ...again];
}

function toggle(pressed, section) {
  const open = pressed.getAttribute("aria-expanded") !== "true";
  pressed.setAttribute("aria-expanded", String(open));
  section.classList.toggle(`shows-${pressed.dataset.do}`, open);
  return open;
}
