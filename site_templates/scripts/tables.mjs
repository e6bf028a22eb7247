// Roll tables: the dice pick a row, which is marked and shown; each row says its chance when asked.
import { button, element, unseen } from "./element.mjs";
import { add } from "./log.mjs";
import { placeOf } from "./place.mjs";
import { shownProblem, shownRoll } from "./show_roll.mjs";
import { wholeNumber } from "./values.mjs";
import { say } from "./words.mjs";

// How to reach the engine -> the tables of this page and of those that follow it can be rolled on.
export function enlivenTables(desk) {
  document.addEventListener("click", ({ target, detail }) => {
    const bar = target.closest?.(".table-bar");
    if (!bar || detail === 2) return;
    if (target.closest(".table-roll")) rollOn(bar, desk);
    else if (target.closest(".table-chances")) toggleChances(bar, desk);
  });
  document.addEventListener("change", ({ target }) => {
    const bar = target.closest?.(".table-bar");
    if (bar?.querySelector("[aria-pressed='true']")) showChances(bar, desk);
  });
}

export async function rollOn(bar, desk) {
  const output = bar.querySelector("output");
  const turn = (bar.dataset.turn = String(Number(bar.dataset.turn ?? 0) + 1));
  const request = { kind: "table", table: bar.dataset.rollOn, modifiers: modifiersOf(bar) };
  const answer = await desk.ask(request);
  if (answer.problem) return fail(output, answer.problem, desk);
  const rolled = answer.table;
  const cells = rolled.row === null ? [] : rowsOf(tableOf(bar))[rolled.row] ?? [];
  add(entryOf(bar, request, answer, cells, desk));
  if (turn !== bar.dataset.turn) return;
  output.replaceChildren(...shownDice(bar, rolled, cells));
  // Outside the output: what is rolled on in it speaks for itself.
  bar.querySelector(".row-text")?.remove();
  bar.append(shownRow(rolled, cells));
  mark(bar, cells);
}

function modifiersOf(bar) {
  const value = wholeNumber(bar.querySelector(".table-modifier")?.value ?? "0");
  return value === 0 ? {} : { [say("modifier")]: value };
}

function entryOf(bar, request, { table, seed }, cells, desk) {
  const result = wordsOf(cells);
  return {
    ...placeOf(bar),
    what: nameOf(bar),
    shown: String(table.total),
    sentence: [nameOf(bar), table.roll.sentence, totalOf(table), result].filter(Boolean).join(": "),
    book: desk.book ?? "",
    seed,
    request,
  };
}

function totalOf(rolled) {
  return Object.keys(rolled.modifiers).length === 0 ? "" : say("with_modifier", { total: rolled.total });
}

function shownDice(bar, rolled, cells) {
  const total = totalOf(rolled);
  const spoken = `${nameOf(bar)}: ${rolled.roll.spoken}${total && `, ${total}`}: ${wordsOf(cells) || say("no_row")}`;
  const [, dice] = shownRoll(rolled.roll, { remark: total });
  return [unseen(spoken), dice];
}

// The row's own words, with everything in them that can be rolled on.
function shownRow(rolled, cells) {
  const words = cells.slice(1).flatMap((cell, index) => [index > 0 ? " · " : "", ...copyOf(cell)]);
  return element("div", { class: "row-text" }, ...(cells.length > 0 ? words : [say("no_row")]), ...tablesNamed(rolled));
}

// A cell -> its content once more, for the result. Ids stay with the original.
function copyOf(cell) {
  const copy = cell.cloneNode(true);
  copy.querySelectorAll(".roll-result, .roll-note, .chance").forEach((part) => part.remove());
  copy.querySelectorAll("[id], [aria-describedby]").forEach((part) => {
    part.removeAttribute("id");
    part.removeAttribute("aria-describedby");
  });
  return [...copy.childNodes];
}

// Tables that the row's words send the reader to, if they stand on this page.
function tablesNamed(rolled) {
  return rolled.rolls_on.filter(({ kind }) => kind === "table").flatMap(({ target }) => {
    const bar = document.querySelector(`.table-bar[data-roll-on="${CSS.escape(target)}"]`);
    return bar ? [" ", button(say("roll_on", { table: nameOf(bar) }), () => bar.querySelector(".table-roll").click(), { class: "quiet" })] : [];
  });
}

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

async function toggleChances(bar, desk) {
  const pressed = bar.querySelector(".table-chances");
  const shown = pressed.getAttribute("aria-pressed") !== "true";
  pressed.setAttribute("aria-pressed", String(shown));
  if (shown) await showChances(bar, desk);
  else hideChances(bar);
}

async function showChances(bar, desk) {
  const answer = await desk.ask({ kind: "table", table: bar.dataset.rollOn, modifiers: modifiersOf(bar), do: "odds" });
  if (answer.problem) return fail(bar.querySelector("output"), answer.problem, desk);
  hideChances(bar);
  rowsOf(tableOf(bar)).forEach(([label], index) => {
    const chance = answer.rows[index];
    if (chance) label.append(element("small", { class: "chance" }, ` ${chance.percent}`));
  });
}

function hideChances(bar) {
  tableOf(bar).querySelectorAll(".chance").forEach((chance) => chance.remove());
}

// A table -> its rows as lists of cells, in the order of the rule: down the first copy of the header, then the next.
function rowsOf(table) {
  const copies = Number(table.dataset.copies ?? 1);
  const lines = [...table.tBodies].flatMap((body) => [...body.rows]);
  return Array.from({ length: copies }, (_, copy) => lines.map((line) => cellsOf(line, copy + 1)))
    .flat()
    .filter((cells) => cells.some((cell) => cell.textContent.trim() !== ""));
}

function cellsOf(line, copy) {
  return [...line.cells].filter((cell) => (copy === 1 ? !/\bcopy-\d/.test(cell.className) : cell.classList.contains(`copy-${copy}`)));
}

function tableOf(bar) {
  return bar.nextElementSibling.querySelector("table");
}

function nameOf(bar) {
  return bar.nextElementSibling.getAttribute("aria-label");
}

// A row's words after its label, without notes and results.
function wordsOf(cells) {
  const texts = cells.slice(1).map((cell) => copyOf(cell).map((node) => node.textContent).join("").trim());
  return texts.filter(Boolean).join("; ");
}

function fail(output, problem, desk) {
  output.replaceChildren(...shownProblem(problem));
  if (desk.failed()) output.append(" ", button(say("try_again"), () => desk.retry(), { class: "quiet" }));
}
