// One calculator of a page: what its fields lead to as they change, and what comes out when it is rolled.
import { refusal, showWaiting } from "../engine/waiting.mjs";
import { writeDown } from "../log/log.mjs";
import { element } from "../page/element.mjs";
import { placeOf } from "../page/place.mjs";
import { say, told } from "../page/words.mjs";
import { debounce, toggle, worded } from "./fields.mjs";
import { makeForm, showSentence } from "./form.mjs";
import { expect, fillOdds, remarkOn } from "./odds.mjs";
import { offerChanges, rollsIn, showRun } from "./show_run.mjs";

// Long enough that a number of two digits is one question.
const PAUSE = 140;
// A question that is too hard is not asked again at every key.
const MOST_TIMEOUTS = 2;

// Its section, how to reach the engine -> { roll, changed(control), fill, reset, press(button) }
/** @param {Written} section @param {BookEngine} engine */
export function makeCalculator(section, engine) {
  const { page } = engine;
  const ask = engine.askAbout(page);
  const form = makeForm(section, ask, page.book);
  const output = section.querySelector(".widget-result");
  const changes = element("div", { class: "run-changes" });
  output.after(changes);
  const waiting = element("div", { class: "sentence-waiting" });
  output.before(waiting);
  const panel = section.querySelector(".widget-odds");
  const more = section.querySelector(".widget-more");
  /** @type {ReturnType<typeof fillOdds> | null} */
  let odds = null;
  let turns = 0;
  let timeouts = 0;
  let rolledWith = ""; // the numbers of the result that is shown

  // The sentence follows at once; the odds below it, if they are open, when the reader pauses.
  async function tell() {
    if (timeouts >= MOST_TIMEOUTS) return;
    // The engine knows the sheet: the sentence need not wait until the fields have its numbers.
    const answer = await awaited(ask(form.request("say")));
    if (taken(answer)) showSentence(section, answer.parts);
    await form.fillFromSheet();
  }

  async function forecast() {
    if (timeouts >= MOST_TIMEOUTS) return;
    const answer = await ask(form.request("odds"));
    if (!taken(answer)) {
      odds?.refuse(answer.problem ? tooMuch(answer.problem) : "");
      return;
    }
    expect(section, answer);
    odds?.show(answer);
  }

  // While the engine is on its way the sentence is still about other numbers; it looks like it, and below it says why.
  /** @template Answer @param {Promise<Answer>} answer */
  async function awaited(answer) {
    const stopWaiting = showWaiting(waiting, engine, say("odds_waiting"));
    await answer;
    stopWaiting();
    waiting.replaceChildren();
    return answer;
  }

  // An answer -> whether it is one; mistakes are shown at their fields.
  /** @template {{ problem?: undefined, problems?: undefined }} Answer @param {Answer | { problem?: Problem, problems?: Problem[] }} answer @returns {answer is Answer} */
  function taken(answer) {
    form.showProblems(answer.problems ?? []);
    const failed = Boolean(answer.problem ?? answer.problems);
    if (answer.problem?.code === "took-too-long") timeouts += 1;
    section.classList.toggle("stale", failed);
    remarkOn(section, answer.problem ? tooMuch(answer.problem) : "");
    if (failed && engine.failed()) engine.repeat(section, follow);
    return !failed;
  }

  const tellSoon = debounce(tell, 0);
  const forecastSoon = debounce(forecast, PAUSE);
  function follow() {
    markOutdated(output, rolledWith !== JSON.stringify(form.all()));
    tellSoon();
    if (more.open || !panel.hidden) forecastSoon();
  }

  async function roll() {
    const turn = (turns += 1);
    const stopWaiting = showWaiting(output, engine);
    // What is rolled with is what the fields show, now and in the log.
    const place = placeOf(output);
    await form.fillFromSheet();
    const [request, inputs] = [form.request("roll"), form.all()];
    const answer = await ask(request);
    stopWaiting();
    const run = answer.problem || answer.problems ? null : answer;
    // Each throw goes to the log, but of quick ones only the last is shown.
    if (run) log(place, { ...request, inputs }, run);
    if (turn !== turns) return;
    form.showProblems(answer.problems ?? []);
    rolledWith = JSON.stringify(inputs);
    output.replaceChildren(...(run ? showRun(run, section) : refused(answer)));
    changes.replaceChildren(...(run ? rollsIn(run, section) : []), ...(run && page.book ? offerChanges(run.changes, { ask, book: page.book, place }) : []));
    markOutdated(output, rolledWith !== JSON.stringify(form.all()));
  }

  // Why nothing was rolled: all of it at once, since the fields' own words are not announced.
  /** @param {{ problem?: Problem, problems?: Problem[] }} answer */
  function refused({ problem, problems }) {
    if (problem) return refusal(problem, engine, section.querySelector("[type='submit']"), roll);
    return [element("span", { class: "problem" }, (problems ?? []).map(worded).join(". "))];
  }

  // The log records every input, so that rolling again means the same after the character has changed.
  /** @param {Place} place @param {CalculatorRequest & { do: "roll" }} request @param {RunAnswer} run */
  function log(place, { characters: _, ...request }, { results, sentence, seed }) {
    const what = section.dataset.title;
    const shown = results.map((each) => each.shown).join(", ");
    writeDown({ what, shown, sentence: say("titled", { title: what, text: sentence }), place, book: page.book, seed, request });
  }

  // Whatever the reader has not changed comes from the sheet, and what follows from it is shown.
  async function fill() {
    if (await awaited(form.fill())) follow();
    else if (engine.failed()) engine.repeat(section, fill);
  }

  return {
    roll,
    /** @param {Element} control */
    changed(control) {
      if (!form.touch(control)) return;
      timeouts = 0;
      follow();
    },
    fill,
    // Numbers from elsewhere count as if the reader had typed them.
    /** @param {Record<string, string>} inputs */
    give(inputs) {
      form.give(inputs);
      timeouts = 0;
      follow();
    },
    reset() {
      output.replaceChildren();
      changes.replaceChildren();
      timeouts = 0;
      // The browser puts the fields back after this event.
      setTimeout(() => {
        form.reset();
        fill();
      });
    },
    /** @param {Written} pressed */
    press(pressed) {
      const open = toggle(pressed, section);
      if (pressed.dataset.do === "more") more.open = open;
      if (pressed.dataset.do === "odds") panel.hidden = !open;
      if (!open || pressed.dataset.do === "how") return;
      if (pressed.dataset.do === "odds") odds ??= fillOdds(panel, section, { ask, ...form });
      timeouts = 0;
      forecastSoon();
    },
  };
}

// A result of numbers other than the present ones is marked as such, and screen readers skip it. The log still has it.
/** @param {Written} output @param {boolean} isOld */
function markOutdated(output, isOld) {
  const ears = output.querySelector(":scope > .unseen");
  output.classList.toggle("outdated", isOld && ears !== null);
  output.querySelector(".outdated-words")?.remove();
  if (!ears) return;
  ears.hidden = isOld;
  if (isOld) ears.after(element("small", { class: "outdated-words", "aria-hidden": "true" }, say("calc_before")));
}

/** @param {Problem} problem */
function tooMuch(problem) {
  return problem.code === "took-too-long" ? say("odds_too_much") : told(problem);
}
