// What moving one number does: the chance of each outcome, or the average of each result, for the values around it.
import { button, element } from "./element.mjs";
import { percentOf, shareBar } from "./chart_marks.mjs";
import { say } from "./words.mjs";
import { worded } from "./calculator_expects.mjs";

const AROUND = 5;
const MOST_CHOICES = 24;

// The calculator's section, { ask, request, fields } -> { element, refresh() }
export function movePanel(section, { ask, request, fields }) {
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
  async function askWith(name, value) {
    const branches = section.querySelectorAll("[data-outcome]").length > 1;
    const answer = await ask(branches ? request("move", { name, to: [value] }) : moved(request("odds"), name, value));
    if (answer.problem || answer.problems) return null;
    const { outcomes } = branches ? answer.moves[0] : { outcomes: [] };
    return { outcomes, results: answer.results ?? [], exact: answer.exact ?? true };
  }

  offer();
  return { element: element("div", { class: "moves" }, begin, frame), refresh };
}

function moved(request, name, value) {
  return { ...request, inputs: { ...request.inputs, [name]: value } };
}

// A field -> the values to compare: those around its number, all its choices, yes and no.
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

function movesTable(label, rows) {
  const [{ outcomes, results }] = rows;
  const columns = outcomes.length > 0
    ? outcomes.map(({ label: title }, index) => ({ title, cell: (row) => chanceCell(row.outcomes[index]?.percent ?? "0%") }))
    : results.map(({ label: title }, index) => ({ title, cell: (row) => element("td", {}, worded(row.results[index], row.exact)) }));
  const head = element("tr", {}, element("th", { scope: "col" }, label), ...columns.map(({ title }) => element("th", { scope: "col" }, title)));
  const body = rows.map((row) => element("tr", { class: row.current ? "current" : null },
    element("th", { scope: "row", "aria-current": row.current ? "true" : null }, wordedValue(row.value)),
    ...columns.map(({ cell }) => cell(row))));
  const table = element("table", {}, element("caption", {}, say("move_caption", { label })), element("thead", {}, head), element("tbody", {}, ...body));
  return element("div", { class: "table-scroll", tabindex: "0", role: "group", "aria-label": say("move_caption", { label }) }, table);
}

function chanceCell(percent) {
  return element("td", {}, percent, " ", shareBar(percentOf(percent) / 100));
}

function wordedValue(value) {
  if (typeof value === "boolean") return say(value ? "word_yes" : "word_no");
  return String(value).replace("-", "−");
}
