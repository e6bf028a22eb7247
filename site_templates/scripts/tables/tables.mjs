// Roll tables: the dice pick a row, which is marked and shown; each row says its chance when asked.
import { miscounted, shownRoll } from "../dice/show_roll.mjs";
import { pickRow, planOf, thrownRoll } from "../dice/throw_plan.mjs";
import { wholeNumber } from "../dice/values.mjs";
import { afterPaint, refusal, showWaiting } from "../engine/waiting.mjs";
import { writeDown } from "../log/log.mjs";
import { button, delegate, element, unseen } from "../page/element.mjs";
import { placeOf } from "../page/place.mjs";
import { say } from "../page/words.mjs";

// How to reach the engine -> the tables of this page and of those that follow it can be rolled on.
/** @param {BookEngine} engine */
export function enlivenTables(engine) {
  // The second click of a double click is a habit.
  delegate("click", ".table-bar .table-roll", (pressed, { detail }) => detail !== 2 && rollOn(pressed.closest(".table-bar"), engine));
  delegate("click", ".table-bar .table-chances", (pressed, { detail }) => detail !== 2 && toggleChances(pressed.closest(".table-bar"), engine));
  delegate("change", ".table-bar", (bar) => bar.querySelector("[aria-pressed='true']") && showChances(bar, engine));
}

// If it has a plan, the page throws the dice and marks the row; the engine then reads the same faces.
/** @param {Written} bar @param {BookEngine} engine */
async function rollOn(bar, engine) {
  const output = bar.querySelector("output");
  const turn = (bar.dataset.turn = String(Number(bar.dataset.turn ?? 0) + 1));
  /** @type {TableRequest} */
  const request = { kind: "table", table: bar.dataset.rollOn, modifiers: modifiersOf(bar) };
  const where = { place: placeOf(bar), book: engine.book, request };
  const thrown = throwAtOnce(bar, request.modifiers);
  const entry = thrown && writeDown({ ...logged(bar, thrown.table), ...where, faces: thrown.faces });
  delete output.dataset.read;
  if (thrown) show(bar, output, thrown.table);
  if (thrown) await afterPaint();
  await read(bar, engine, { turn, where, thrown, entry });
}

// What has been asked and, where the page could, thrown -> rolled or read by the engine, and shown.
/** @param {Written} bar @param {BookEngine} engine @param {TableCast} cast @returns {Promise<void>} */
async function read(bar, engine, cast) {
  const { turn, where, thrown, entry } = cast;
  const output = bar.querySelector("output");
  const stopWaiting = thrown ? () => {} : showWaiting(output, engine);
  const answer = await engine.ask({ ...where.request, ...(thrown ? { faces: thrown.faces } : {}) });
  stopWaiting();
  if (answer.problem) {
    if (turn === bar.dataset.turn) fail(bar, answer.problem, engine, ".table-roll", () => read(bar, engine, cast));
    return;
  }
  writeDown({ ...logged(bar, answer.table), ...where, seed: answer.seed, faces: thrown?.faces }, entry);
  if (turn !== bar.dataset.turn) return;
  output.dataset.read = "";
  forgetTrouble(bar);
  if (thrown && sameRow(thrown.table, answer.table)) complete(bar, output, answer.table);
  else show(bar, output, answer.table, thrown && miscounted({ roll: { ...thrown.table, shown: thrown.table.total } }, { ...answer.table, shown: answer.table.total }));
}

// -> { table, faces } in the shape of the engine's answer, or null where only the engine can roll.
/** @param {Written} bar @param {Record<string, number>} modifiers */
function throwAtOnce(bar, modifiers) {
  const plan = planOf(bar);
  if (!plan) return null;
  const { roll, faces } = thrownRoll(tableOf(bar).dataset.rollTable ?? "", plan, [], {});
  const natural = Number(roll.total);
  const total = Object.values(modifiers).reduce((sum, each) => sum + each, natural);
  return { table: { roll, modifiers, total, row: pickRow(JSON.parse(bar.dataset.rows), natural, total), rolls_on: [] }, faces };
}

/** @param {RolledRow} thrown @param {RolledRow} answered */
function sameRow(thrown, answered) {
  return thrown.roll.total === answered.roll.total && thrown.total === answered.total && thrown.row === answered.row;
}

/** @param {Written} bar @param {any} output @param {RolledRow} rolled @param {string | null} [remark] */
function show(bar, output, rolled, remark = "") {
  const cells = cellsFor(bar, rolled);
  output.replaceChildren(...shownDice(bar, rolled, cells, remark));
  forgetTrouble(bar);
  // Outside the output: what is rolled on in it speaks for itself.
  bar.querySelector(".row-text")?.remove();
  bar.append(shownRow(rolled, cells));
  mark(bar, cells);
}

// What was said is not said again, and what the reader rolled in the row meanwhile stays.
/** @param {Written} bar @param {any} output @param {RolledRow} rolled */
function complete(bar, output, rolled) {
  const [, eyes] = shownDice(bar, rolled, cellsFor(bar, rolled));
  if (!output.lastElementChild.isEqualNode(eyes)) output.lastElementChild.replaceWith(eyes);
  bar.querySelector(".row-text")?.append(...tablesNamed(rolled));
}

/** @param {Written} bar @param {RolledRow} rolled @returns {HTMLElement[]} */
function cellsFor(bar, rolled) {
  return rolled.row === null ? [] : rowsOf(tableOf(bar))[rolled.row] ?? [];
}

/** @param {Written} bar @returns {Record<string, number>} */
function modifiersOf(bar) {
  const value = wholeNumber(bar.querySelector(".table-modifier")?.value ?? "0");
  return value === 0 ? {} : { [say("modifier")]: value };
}

// What the log says of it.
/** @param {Written} bar @param {RolledRow} table */
function logged(bar, table) {
  const sentence = told(bar, table.roll.sentence, totalOf(table), wordsOf(cellsFor(bar, table)));
  return { what: nameOf(bar), shown: String(table.total), sentence };
}

// A table, the roll's own words, those for its total, those of the row -> the sentence that tells all of it.
/** @param {Written} bar @param {string} roll @param {string} total @param {string} row */
function told(bar, roll, total, row) {
  const rolled = [roll, total].filter(Boolean).join(say("comma"));
  return say("table_rolled", { table: nameOf(bar), roll: rolled, row: row || say("no_row") });
}

/** @param {RolledRow} rolled */
function totalOf(rolled) {
  return Object.keys(rolled.modifiers).length === 0 ? "" : say("with_modifier", { total: rolled.total });
}

/** @param {Written} bar @param {RolledRow} rolled @param {HTMLElement[]} cells @param {string | null} [remark] */
function shownDice(bar, rolled, cells, remark = "") {
  const total = [remark, totalOf(rolled)].filter(Boolean).join(" ");
  const spoken = told(bar, rolled.roll.spoken, total, wordsOf(cells));
  const [, dice] = shownRoll(rolled.roll, { remark: total });
  return [unseen(spoken), dice];
}

// The row's own words, with everything in them that can be rolled on.
/** @param {RolledRow} rolled @param {HTMLElement[]} cells */
function shownRow(rolled, cells) {
  const words = cells.slice(1).flatMap((cell, index) => [index > 0 ? " · " : "", ...copyOf(cell)]);
  return element("div", { class: "row-text" }, ...(cells.length > 0 ? words : [say("no_row")]), ...tablesNamed(rolled));
}

// A cell -> a copy of its content, for the result. Ids stay with the original.
/** @param {HTMLElement} cell */
function copyOf(cell) {
  const copy = /** @type {HTMLElement} */ (cell.cloneNode(true));
  copy.querySelectorAll(".roll-result, .roll-total, .roll-note, .chance").forEach((part) => part.remove());
  copy.querySelectorAll("[id], [aria-describedby]").forEach((part) => {
    part.removeAttribute("id");
    part.removeAttribute("aria-describedby");
  });
  return [...copy.childNodes];
}

// Tables that the row's words send the reader to, if they are on this page.
/** @param {RolledRow} rolled @returns {Child[]} */
function tablesNamed(rolled) {
  return rolled.rolls_on.filter(({ kind }) => kind === "table").flatMap(({ target }) => {
    const bar = document.querySelector(`.table-bar[data-roll-on="${CSS.escape(target)}"]`);
    return bar ? [" ", button(say("roll_on", { table: nameOf(bar) }), () => bar.querySelector(".table-roll").click(), { class: "quiet" })] : [];
  });
}

/** @param {Written} bar @param {HTMLElement[]} cells */
function mark(bar, cells) {
  for (const marked of tableOf(bar).querySelectorAll(".came-up")) {
    marked.classList.remove("came-up");
    marked.removeAttribute("aria-current");
  }
  cells.forEach((cell) => cell.classList.add("came-up"));
  cells[0]?.setAttribute("aria-current", "true");
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  cells[0]?.scrollIntoView({ block: "nearest", inline: "nearest", behavior });
}

/** @param {Written} bar @param {BookEngine} engine */
async function toggleChances(bar, engine) {
  const pressed = bar.querySelector(".table-chances");
  pressed.ariaPressed = String(pressed.ariaPressed !== "true");
  if (pressed.ariaPressed === "true") await showChances(bar, engine);
  else hideChances(bar);
}

/** @param {Written} bar @param {BookEngine} engine @returns {Promise<void>} */
async function showChances(bar, engine) {
  const answer = await engine.ask({ kind: "table", table: bar.dataset.rollOn, modifiers: modifiersOf(bar), do: "odds" });
  if (answer.problem) return fail(bar, answer.problem, engine, ".table-chances", () => showChances(bar, engine));
  forgetTrouble(bar);
  hideChances(bar);
  // Meanwhile they may have been sent away.
  if (bar.querySelector(".table-chances").ariaPressed !== "true") return;
  rowsOf(tableOf(bar)).forEach(([label], index) => {
    const chance = answer.rows[index];
    if (chance) label.append(element("small", { class: "chance" }, ` ${chance.percent}`));
  });
}

/** @param {Written} bar */
const hideChances = (bar) => tableOf(bar).querySelectorAll(".chance").forEach((chance) => chance.remove());

// A table -> its rows as lists of cells, in the order of the rule: down the first copy of the header, then the next.
/** @param {HTMLTableElement} table @returns {HTMLTableCellElement[][]} */
function rowsOf(table) {
  const copies = Number(table.dataset.copies ?? 1);
  const lines = [...table.tBodies].flatMap((body) => [...body.rows]);
  return Array.from({ length: copies }, (_, copy) => lines.map((line) => cellsOf(line, copy + 1)))
    .flat()
    .filter((cells) => cells.some((cell) => cell.textContent.trim() !== ""));
}

/** @param {HTMLTableRowElement} line @param {number} copy */
function cellsOf(line, copy) {
  return [...line.cells].filter((cell) => (copy === 1 ? !/\bcopy-\d/.test(cell.className) : cell.classList.contains(`copy-${copy}`)));
}

/** @param {Written} bar @returns {HTMLTableElement} */
function tableOf(bar) {
  return bar.nextElementSibling.querySelector("table");
}

/** @param {Written} bar @returns {string} */
function nameOf(bar) {
  return bar.nextElementSibling.getAttribute("aria-label");
}

// A row's words after its label, without notes and results.
/** @param {HTMLElement[]} cells */
function wordsOf(cells) {
  const texts = cells.slice(1).map((cell) => copyOf(cell).map((node) => node.textContent).join("").trim());
  return texts.filter(Boolean).join(say("semicolon"));
}

// Dice that have fallen stay; only what the engine would have said about them is missing.
/** @param {Written} bar @param {Problem} problem @param {BookEngine} engine @param {string} pressed @param {() => unknown} again */
function fail(bar, problem, engine, pressed, again) {
  const output = bar.querySelector("output");
  forgetTrouble(bar);
  const fallen = output.querySelector(".total") !== null;
  const place = fallen ? element("span", { class: "table-trouble" }) : output;
  if (fallen) output.after(place);
  place.replaceChildren(...refusal(problem, engine, bar.querySelector(pressed), again));
}

/** @param {Written} bar */
function forgetTrouble(bar) {
  bar.querySelector(".table-trouble")?.remove();
  const output = bar.querySelector("output");
  if (output.querySelector(".problem")) output.replaceChildren();
}
