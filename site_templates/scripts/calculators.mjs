// Calculators: fields, answers that follow them, a roll with every die, and the odds. The engine does all the arithmetic.
import { activeCharacter, onCharacter } from "./character.mjs";
import { expect } from "./calculator_expects.mjs";
import { fillOdds } from "./calculator_odds.mjs";
import { showRun } from "./calculator_run.mjs";
import { controlOf, fieldsOf, fill, given, labelOf, showProblems, worded } from "./fields.mjs";
import { element } from "./element.mjs";
import { latest } from "./latest.mjs";
import { add } from "./log.mjs";
import { placeOf } from "./place.mjs";
import { shownProblem } from "./show_roll.mjs";
import { say } from "./words.mjs";

// Long enough that a number of two digits is one question.
const PAUSE = 140;
const WAITING_SHOWS_AFTER = 150;
const calculators = new WeakMap();

// How to reach the engine -> every calculator of this page and of those that follow it works.
export function enlivenCalculators(desk) {
  const within = (event) => {
    const section = event.target.closest?.("[data-calc]");
    return section ? calculatorOf(section, desk) : null;
  };
  document.addEventListener("focusin", (event) => within(event) && desk.warm());
  document.addEventListener("input", (event) => within(event)?.changed(event.target));
  document.addEventListener("submit", (event) => {
    const calculator = within(event);
    if (!calculator) return;
    event.preventDefault();
    calculator.roll();
  });
  document.addEventListener("reset", (event) => within(event)?.reset());
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest?.("[data-calc] button[data-do]");
    if (pressed) within(event).press(pressed);
  });
  onCharacter(() => fillFromSheet(desk));
}

// After each change of page or character: the reader's numbers stand in the fields, and the page says so.
export function fillFromSheet(desk) {
  const sections = [...document.querySelectorAll("[data-calc]")];
  const known = desk.book !== null && activeCharacter(desk.book) !== null;
  for (const section of sections) {
    if (known || calculators.has(section)) calculatorOf(section, desk).fill();
  }
}

function calculatorOf(section, desk) {
  if (!calculators.has(section)) calculators.set(section, makeCalculator(section, desk));
  return calculators.get(section);
}

function makeCalculator(section, desk) {
  const form = section.querySelector("form");
  const output = form.querySelector(".widget-result");
  const panel = section.querySelector(".widget-odds");
  const touched = new Set();
  const rolls = "rolls" in section.dataset;
  let odds = null;
  let rolled = 0;

  // What the reader did not touch comes from the sheet, or is the book's default.
  const inputs = () => Object.fromEntries(
    fieldsOf(form).filter((field) => touched.has(field.dataset.field)).map((field) => [field.dataset.field, given(field)]),
  );
  const request = (what, more = {}) => {
    const character = desk.book === null ? null : activeCharacter(desk.book)?.character ?? null;
    return { kind: "calculator", calculator: section.dataset.calc, do: what, inputs: inputs(), ...more, ...(character ? { character } : {}) };
  };
  const accepted = (answer) => {
    const problems = answer.problems ?? [];
    const others = showProblems(form, problems);
    if (answer.problem) output.replaceChildren(...shownProblem(answer.problem));
    else if (others.length > 0) output.replaceChildren(...others.flatMap(shownProblem));
    return !answer.problem && problems.length === 0;
  };

  async function follow() {
    const answer = await desk.ask(request(rolls ? "odds" : "roll"));
    if (!accepted(answer)) return section.querySelector(".widget-expected").classList.add("stale");
    section.querySelector(".widget-expected").classList.remove("stale");
    if (rolls) expect(section, answer);
    else output.replaceChildren(...showRun(answer));
    odds?.show(rolls ? answer : null);
  }

  async function roll() {
    const turn = (rolled += 1);
    const waiting = setTimeout(() => output.replaceChildren(element("span", { class: "waiting" }, say("rolling"))), WAITING_SHOWS_AFTER);
    const asked = request("roll");
    const answer = await desk.ask(asked);
    clearTimeout(waiting);
    if (turn === rolled && !accepted(answer) && answer.problems) {
      output.replaceChildren(element("span", { class: "problem" }, answer.problems.map(worded).join(". ")));
    }
    if (answer.problem || answer.problems) return;
    writeDown(asked, answer);
    if (turn === rolled) output.replaceChildren(...showRun(answer));
  }

  function writeDown({ character, ...asked }, answer) {
    const what = section.querySelector(".widget-title").textContent;
    const shown = answer.results.map((each) => each.shown).join(", ");
    // The log keeps what was given, so that rolling again means the same after the character has changed.
    const all = Object.fromEntries(fieldsOf(form).map((field) => [field.dataset.field, given(field)]));
    add({ what, shown, sentence: `${what}: ${answer.sentence}`, seed: answer.seed, request: { ...asked, inputs: all }, ...placeOf(form), book: desk.book ?? "" });
  }

  const askAgain = latest(follow, PAUSE);

  return {
    roll,
    changed(control) {
      const field = control.closest(".field");
      if (!field) return;
      touched.add(field.dataset.field);
      markSource(field, false);
      askAgain();
    },
    reset() {
      touched.clear();
      output.replaceChildren();
      showProblems(form, []);
      // The browser puts the fields back after this event.
      setTimeout(() => this.fill());
    },
    async fill() {
      const answer = await desk.ask(request("form"));
      if (answer.problem) return;
      const fields = new Map(fieldsOf(form).map((field) => [field.dataset.field, field]));
      for (const input of answer.form.inputs) {
        const field = fields.get(input.name);
        if (touched.has(input.name) || !field || document.activeElement === controlOf(field)) continue;
        fill(field, input.value);
        markSource(field, input.from_sheet);
      }
      nameSource(form, desk);
      askAgain();
    },
    press(pressed) {
      if (pressed.dataset.do === "how") return toggle(pressed, section, section.querySelector(".widget-rule"));
      toggle(pressed, section, panel);
      odds ??= fillOdds(panel, section, {
        ask: desk.ask,
        request,
        fields: () => fieldsOf(form).map((field) => ({ name: field.dataset.field, label: labelOf(field), kind: field.dataset.kind, value: given(field), control: controlOf(field) })),
      });
      if (!panel.hidden) askAgain();
    },
  };
}

function toggle(pressed, section, panel) {
  const open = pressed.getAttribute("aria-expanded") !== "true";
  pressed.setAttribute("aria-expanded", String(open));
  panel.hidden = !open;
  section.classList.toggle(`shows-${pressed.dataset.do}`, open);
}

function markSource(field, fromSheet) {
  field.querySelector(".field-source")?.remove();
  if (fromSheet) field.querySelector("label").after(element("small", { class: "field-source" }, say("from_sheet")));
}

function nameSource(form, desk) {
  const words = form.querySelector(".widget-source");
  const who = desk.book === null ? null : activeCharacter(desk.book);
  const used = form.querySelector(".field-source") !== null;
  words.hidden = !who || !used;
  words.textContent = who && used ? say("calc_from", { name: who.label }) : "";
}
