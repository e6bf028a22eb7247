// Calculators, worked examples and character sheets, for pages that have one.
import { makeCalculator } from "../calculator/calculator.mjs";
import { fieldsOf, isChanged } from "../calculator/fields.mjs";
import { mirror } from "../calculator/form.mjs";
import { showRun } from "../calculator/show_run.mjs";
import { enlivenSteppers } from "../calculator/stepper.mjs";
import { affordable, warmByPointer } from "../engine/book_engine.mjs";
import { refusal } from "../engine/waiting.mjs";
import { activeCharacter, onCharacter } from "../sheet/character.mjs";
import { makeSheet } from "../sheet/sheet.mjs";
import { delegate, oncePerElement } from "./element.mjs";
import { takeNumbers } from "./reading_aids.mjs";

// Once, when the first page with one of them is opened.
/** @param {BookEngine} engine */
export function enlivenWidgets(engine) {
  enlivenCalculators(engine);
  enlivenExamples(engine);
  enlivenSheets(engine);
}

// For every page with one of them.
/** @param {BookEngine} engine */
export function openWidgets(engine) {
  openSheets(engine);
  fillFromSheet(engine);
  fillBrought(engine);
}

// Numbers that came with a link in the text.
/** @param {BookEngine} engine */
export function fillBrought(engine) {
  const [section, inputs] = takeNumbers() ?? [];
  if (section && inputs) calculatorOf(section, engine).give(inputs);
}

// Calculators: fields, answers that follow them, a roll with every die, and the odds. The engine does all the arithmetic.

/** @type {WeakMap<Written, ReturnType<typeof makeCalculator>>} */
const calculators = new WeakMap();
// What the reader opened stays open when they come back to its page.
/** @type {Set<string>} */
const opened = new Set();

// How to reach the engine -> every calculator of this page and of those that follow it works.
/** @param {BookEngine} engine */
function enlivenCalculators(engine) {
  delegate("focusin", "[data-calc]", () => warmByPointer(engine));
  delegate("input", "[data-calc]", (section, { target }) => calculatorOf(section, engine).changed(/** @type {Element} */ (target)));
  delegate("submit", "[data-calc]", (section, event) => {
    event.preventDefault();
    calculatorOf(section, engine).roll();
  });
  delegate("reset", "[data-calc]", (section) => calculatorOf(section, engine).reset());
  delegate("click", "[data-calc] button[data-do]", (pressed) => {
    calculatorOf(pressed.closest("[data-calc]"), engine).press(pressed);
    if (pressed.dataset.do === "more") opened[pressed.ariaExpanded === "true" ? "add" : "delete"](nameOf(pressed, engine));
  });
  enlivenSteppers();
  onCharacter(() => fillFromSheet(engine));
}

// After each change of page or character: the reader's numbers are in the fields, and the page says so. What they typed
// before the scripts were here counts as well. A calculator is filled when it comes into view, so that a long chapter
// does not ask for everything at once.
/** @param {BookEngine} engine */
function fillFromSheet(engine) {
  const known = engine.book !== null && activeCharacter(engine.book) !== null;
  for (const section of document.querySelectorAll("[data-calc]")) {
    prepare(section, engine);
    const typed = fieldsOf(section).some(isChanged);
    const fill = () => calculatorOf(section, engine).fill();
    if (typed || calculators.has(section)) whenSeen(section, fill);
    else if (known) whenSeen(section, () => affordable(engine).then(fill));
  }
}

// A sentence whose numbers can be changed: screen readers get the fields, eyes the numbers, even those typed before this ran.
/** @param {Written} section @param {BookEngine} engine */
function prepare(section, engine) {
  for (const shown of section.querySelectorAll(".said-shown")) shown.ariaHidden = "true";
  [...section.querySelectorAll(".said")].filter(isChanged).forEach(mirror);
  const more = section.querySelector("button[data-do='more']");
  if (opened.has(nameOf(more, engine)) && more.ariaExpanded !== "true") calculatorOf(section, engine).press(more);
}

/** @param {Element} within @param {BookEngine} engine */
function nameOf(within, engine) {
  return `${engine.book} ${within.closest("[data-calc]").dataset.calc}`;
}

/** @param {Element} section @param {() => unknown} then */
function whenSeen(section, then) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    then();
  });
  observer.observe(section);
}

/** @param {Written} section @param {BookEngine} engine */
function calculatorOf(section, engine) {
  const made = calculators.get(section) ?? makeCalculator(section, engine);
  calculators.set(section, made);
  return made;
}

// Worked examples: played again with the faces that the book gives.
/** @param {BookEngine} engine */
function enlivenExamples(engine) {
  delegate("click", "[data-example] button[data-do='play']", (pressed) => play(pressed, engine));
  delegate("click", "[data-example] button[data-do='more']", tellMore);
}

// The table of what was given, thrown and came out.
/** @param {Written} mark */
function tellMore(mark) {
  const more = mark.closest("[data-example]").querySelector(".widget-more");
  more.open = !more.open;
  mark.ariaExpanded = String(more.open);
}

/** @param {Written} pressed @param {BookEngine} engine */
async function play(pressed, engine) {
  const example = pressed.closest("[data-example]");
  const { inputs, faces } = JSON.parse(example.dataset.play);
  const answer = await engine.ask({ kind: "calculator", calculator: example.dataset.example, do: "roll", inputs, faces });
  const again = () => play(pressed, engine);
  const shown = answer.problem || answer.problems ? refusal(answer.problem ?? answer.problems[0], engine, pressed, again) : showRun(answer);
  example.querySelector(".widget-result").replaceChildren(...shown);
}

// Character sheets: the engine makes the character by the book's rules; the page shows and stores it.

const sheetOf = oncePerElement(makeSheet);

// How to reach the engine -> the sheet of this page and of those that follow it works.
/** @param {BookEngine} engine */
function enlivenSheets(engine) {
  // No page has a sheet without a book.
  delegate("focusin", "[data-sheet]", () => engine.warm());
  delegate("input", "[data-sheet]", (section, { target }) => sheetOf(section, engine).changed(/** @type {Element} */ (target)));
  delegate("change", "[data-sheet]", (section, { target }) => sheetOf(section, engine).chosen(target));
  delegate("submit", "[data-sheet]", (_, event) => event.preventDefault());
  delegate("click", "[data-sheet] button", (pressed) => sheetOf(pressed.closest("[data-sheet]"), engine).press(pressed));
  onCharacter(() => openSheets(engine));
}

// After each change of page or character: every sheet shows the character that is played.
/** @param {BookEngine} engine */
function openSheets(engine) {
  if (engine.book === null) return;
  for (const section of document.querySelectorAll("[data-sheet]")) sheetOf(section, engine).open();
}
