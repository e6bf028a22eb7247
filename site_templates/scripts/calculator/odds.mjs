// The odds of a calculator: the chance of each outcome, a chart of each result, and what moving one number does.
import { oddsChart, shareBar } from "../dice/odds_chart.mjs";
import { button, element } from "../page/element.mjs";
import { say, shownValue } from "../page/words.mjs";

// The panel, the calculator's section, { ask, request, fields } -> { show(odds), refuse(words) }, for whenever the fields change.
/** @param {Written} panel @param {Written} section @param {CalculatorForm} about */
export function fillOdds(panel, section, about) {
  const outcomes = element("div", { class: "odds-outcomes" });
  const results = element("div", { class: "odds-results" });
  const moves = movePanel(section, about);
  const note = element("p", { class: "odds-note" }, say("odds_waiting"));
  panel.replaceChildren(note, outcomes, results, moves.element);
  /** @type {Map<string, ReturnType<typeof oddsChart>>} */
  const charts = new Map();

  return {
    // Why there are none; those shown before are of other numbers.
    /** @param {string} words */
    refuse(words) {
      note.textContent = words;
      outcomes.replaceChildren();
      results.replaceChildren();
    },
    /** @param {CalculatorOddsAnswer} odds */
    show(odds) {
      if (panel.hidden) return;
      note.textContent = odds.exact ? say("odds_exact") : say("odds_sampled", { samples: odds.samples });
      const possible = odds.outcomes.filter(({ part }) => part > 0);
      outcomes.replaceChildren(...(odds.outcomes.length > 1 ? [outcomeTable(possible)] : []));
      // A chart is reused, so that the reader's choice of at least or at most stays.
      const shown = odds.results.filter(isUncertain).map((result) => {
        const chart = charts.get(result.name) ?? oddsChart(titleOf(result));
        charts.set(result.name, chart);
        chart.show(result.odds, remark(result));
        return chart.element;
      });
      results.replaceChildren(...shown);
      moves.refresh();
    },
  };
}

/** @param {ResultOdds} result @returns {result is ResultOdds & { odds: Odds }} */
function isUncertain(result) {
  return result.odds !== null && result.odds.rows.length > 1;
}

/** @param {ResultOdds} given */
function titleOf({ label, unit }) {
  return unit ? `${label} (${unit})` : label;
}

// A result that is not always shown: its chart counts only the times when it is.
/** @param {ResultOdds} given */
function remark({ shown }) {
  return shown.part === 1 ? "" : say("odds_when_shown", { percent: shown.percent });
}

/** @param {OutcomeOdds[]} outcomes */
function outcomeTable(outcomes) {
  const rows = outcomes.map(({ label, percent, exactly, part }) => element("tr", {},
    element("th", { scope: "row" }, label),
    element("td", { class: "align-right", title: exactly }, percent),
    element("td", { "aria-hidden": "true" }, shareBar(part))));
  const head = element("tr", {}, element("th", { scope: "col" }, say("odds_outcome")), element("th", { scope: "col", class: "align-right" }, say("odds_chance")), element("td", { "aria-hidden": "true" }));
  return element("table", {}, element("caption", {}, say("odds_outcomes")), element("thead", {}, head), element("tbody", {}, ...rows));
}

// What moving one number does: the chance of each outcome, or the average of each result, for the values around it.

const AROUND = 5;
const MOST_CHOICES = 24;

// The calculator's section, { ask, request, fields } -> { element, refresh() }
/** @param {Written} section @param {CalculatorForm} about */
function movePanel(section, { ask, request, fields }) {
  const select = element("select", { id: `${section.id}-move`, onchange: () => refresh() });
  const region = element("div", {});
  const begin = button(say("move_begin"), () => {
    opened = true;
    begin.hidden = true;
    frame.hidden = false;
    refresh();
  });
  const frame = element("div", { class: "move-frame", hidden: true }, element("label", { for: select.id }, say("move_which")), " ", select, region);
  let opened = false;
  let turn = 0;

  function offer() {
    const movable = fields().filter((field) => valuesAround(field).length > 1);
    const chosen = select.value;
    select.replaceChildren(...movable.map(({ name, label }) => element("option", { value: name }, label)));
    if (movable.some(({ name }) => name === chosen)) select.value = chosen;
    begin.hidden = opened || movable.length === 0;
  }

  // One value after the other: a click on Roll then waits for one answer and not for all.
  async function refresh() {
    offer();
    if (!opened || !select.value) return;
    const own = (turn += 1);
    const field = fields().find(({ name }) => name === select.value);
    if (!field) return;
    /** @type {MovedRow[]} */
    const rows = [];
    for (const value of valuesAround(field)) {
      const told = await askWith(field.name, value);
      if (own !== turn) return;
      if (told === null) continue;
      rows.push({ value, ...told, current: String(value) === String(field.value) });
      region.replaceChildren(movesTable(field.label, rows));
    }
  }

  // Outcomes alone are quicker to work out; a rule with one outcome is about its results.
  /** @param {string} name @param {Value} value */
  async function askWith(name, value) {
    const branches = section.querySelectorAll("[data-outcome]").length > 1;
    const answer = await (branches ? ask({ ...request("move"), name, to: [value] }) : ask(moved(request("odds"), name, value)));
    if (answer.problem || answer.problems) return null;
    if ("moves" in answer) return { outcomes: answer.moves[0].outcomes, results: [], exact: true };
    return { outcomes: [], results: answer.results, exact: answer.exact };
  }

  offer();
  return { element: element("div", { class: "moves" }, begin, frame), refresh };
}

/** @template {{ inputs: Record<string, Value> }} Request @param {Request} request @param {string} name @param {Value} value @returns {Request} */
function moved(request, name, value) {
  return { ...request, inputs: { ...request.inputs, [name]: value } };
}

// A field -> the values to compare: those around its number, all its choices, yes and no.
/** @param {CalculatorField} given @returns {Value[]} */
function valuesAround({ kind, value, control }) {
  if (kind === "flag") return [false, true];
  if (kind === "choice") return [...control.options].map((option) => option.value).slice(0, MOST_CHOICES);
  const middle = Number(value);
  if (kind !== "number" || value === "" || !Number.isFinite(middle)) return [];
  const low = control.min === "" ? -Infinity : Number(control.min);
  const high = control.max === "" ? Infinity : Number(control.max);
  // Near an end the values on the other side take the room.
  const first = Math.max(low, Math.min(middle - AROUND, high - 2 * AROUND));
  return Array.from({ length: 2 * AROUND + 1 }, (_, index) => first + index).filter((number) => number <= high);
}

/** @param {string} label @param {MovedRow[]} rows */
function movesTable(label, rows) {
  const [{ outcomes, results }] = rows;
  const columns = outcomes.length > 0
    ? outcomes.map(({ label: title }, index) => ({ title, cell: (/** @type {MovedRow} */ row) => chanceCell(row.outcomes[index] ?? { percent: say("never_percent"), part: 0 }) }))
    : results.map(({ label: title }, index) => ({ title, cell: (/** @type {MovedRow} */ row) => element("td", {}, wordedResult(row.results[index], row.exact)) }));
  const head = element("tr", {}, element("th", { scope: "col" }, label), ...columns.map(({ title }) => element("th", { scope: "col" }, title)));
  const body = rows.map((row) => element("tr", { class: row.current ? "current" : null },
    element("th", { scope: "row", "aria-current": row.current ? "true" : null }, shownValue(row.value)),
    ...columns.map(({ cell }) => cell(row))));
  const table = element("table", {}, element("caption", {}, say("move_caption", { label })), element("thead", {}, head), element("tbody", {}, ...body));
  return element("div", { class: "table-scroll", tabindex: "0", role: "group", "aria-label": say("move_caption", { label }) }, table);
}

/** @param {Pick<Chance, "percent" | "part">} chance */
function chanceCell({ percent, part }) {
  return element("td", {}, percent, " ", shareBar(part));
}

// What a calculator's fields lead to, before anyone rolls: the engine's odds in the places where the build put those of
// the defaults.
/** @param {Written} section @param {CalculatorOddsAnswer} odds */
export function expect(section, odds) {
  for (const [index, { percent, part }] of odds.outcomes.entries()) {
    const place = section.querySelector(`[data-outcome="${index}"]`);
    if (!place) continue;
    place.textContent = `(${odds.exact ? percent : say("calc_about", { value: percent })})`;
    // What cannot happen with these numbers is not listed.
    place.closest("li").hidden = part === 0;
  }
  const places = new Map([...section.querySelectorAll("[data-result]")].map((place) => [place.dataset.result, place]));
  for (const result of odds.results) {
    const place = places.get(result.name);
    if (place) place.textContent = wordedResult(result, odds.exact);
  }
}

// Why the numbers are not those of the fields; without words, they are.
/** @param {Written} section @param {string} words */
export function remarkOn(section, words) {
  section.querySelector(".widget-remark")?.remove();
  if (words) section.querySelector(".widget-result").before(element("p", { class: "widget-remark" }, words));
}

// A result's odds -> `4 to 23, average 13.5`, the one value that it can have, or each of few words with its chance.
/** @param {ResultOdds} given @param {boolean} exact */
function wordedResult({ odds, unit }, exact) {
  if (odds === null) return say("calc_never");
  const { rows } = odds;
  const withUnit = (/** @type {string} */ text) => (unit ? `${text} ${unit}` : text);
  if (rows.length === 1 && odds.left_out === 0) return withUnit(rows[0].value);
  if (odds.average === null || !("at_least" in rows[0])) return rows.slice(0, 6).map(({ value, percent }) => `${value} (${percent})`).join(say("comma"));
  const average = exact ? odds.average : say("calc_about", { value: odds.average });
  const [low, high] = odds.left_out === 0 ? [rows[0].value, rows[rows.length - 1].value] : [shownValue(odds.min), shownValue(odds.max)];
  return withUnit(say("calc_spread", { low, high, average }));
}
