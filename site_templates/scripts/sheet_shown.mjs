// The engine's answer about a character -> the form: values, points left, bonuses, problems, the way to the next level.
import { element } from "./element.mjs";
import { fieldsOf, showProblems, worded } from "./fields.mjs";
import { say } from "./words.mjs";

export function showSheet(form, answer) {
  showFields(form, answer);
  showPoints(form, answer.points);
  showValues(form, answer);
  showLevel(form, answer);
  const rest = showProblems(form, answer.problems, 1);
  const list = form.querySelector(".sheet-problems");
  list.hidden = rest.length === 0;
  list.replaceChildren(...rest.map((problem) => element("li", {}, worded(problem))));
}

// Fields that do not apply are not asked for; those that choices add to say what they come to.
function showFields(form, { asked, bonuses, shown }) {
  for (const field of fieldsOf(form)) {
    const name = field.dataset.field;
    field.hidden = !asked.includes(name);
    field.querySelector(".field-total")?.remove();
    const own = bonuses.filter((bonus) => bonus.name === name);
    if (own.length === 0) continue;
    const sources = own.map(({ source, amount }) => `${source} ${signed(amount)}`).join(", ");
    field.querySelector(".field-hint").before(element("small", { class: "field-total" }, say("sheet_total", { total: shown[name], sources })));
  }
}

function showPoints(form, pools) {
  for (const { name, left } of pools) {
    const group = [...form.querySelectorAll("[data-pool]")].find((each) => each.dataset.pool === name);
    if (!group) continue;
    group.querySelector("[data-left]").textContent = number(left);
    group.classList.toggle("overspent", Number(left) < 0);
  }
}

function showValues(form, { shown, unrolled, character }) {
  for (const place of form.querySelectorAll("[data-value]")) {
    const name = place.dataset.value;
    place.textContent = shown[name] ?? "–";
    const roll = place.parentElement.querySelector("[data-roll-value]");
    // While the character is being made, dice may be thrown again; from the first level on they stand.
    if (roll) roll.hidden = !unrolled.includes(name) && character.levels.length > 0;
  }
}

function showLevel(form, answer) {
  const xp = form.querySelector("[data-xp]");
  if (xp) xp.textContent = answer.xp_needed === null ? say("sheet_xp_last", { xp: answer.character.xp }) : say("sheet_xp", { xp: answer.character.xp, needed: number(answer.xp_needed) });
  const rise = form.querySelector("[data-do='level']");
  if (rise) rise.disabled = !answer.can_rise;
  const choices = form.querySelector(".sheet-choices");
  if (!choices) return;
  choices.hidden = answer.choices.length === 0 || !answer.can_rise;
  const before = new Map([...choices.querySelectorAll("select")].map((select) => [select.name, select.value]));
  const selects = answer.choices.map((choice) => levelChoice(choice, before.get(choice.name)));
  choices.replaceChildren(choices.querySelector("legend"), ...selects);
}

function levelChoice({ name, label, choices }, chosen) {
  const select = element("select", { name }, ...choices.map((choice) => element("option", { value: choice.name, selected: choice.name === chosen }, choice.name)));
  return element("label", {}, `${label} `, select);
}

function signed(amount) {
  const text = number(amount);
  return text.startsWith("−") ? text : `+${text}`;
}

function number(value) {
  return String(value).replace("-", "−");
}

// -> what is chosen for the next level.
export function levelChoices(form) {
  return Object.fromEntries([...form.querySelectorAll(".sheet-choices select")].map((select) => [select.name, select.value]));
}

// A value's name -> what the sheet calls it.
export function nameOf(form, name) {
  const place = [...form.querySelectorAll("[data-value]")].find((each) => each.dataset.value === name);
  return place?.closest("div").querySelector("dt").textContent ?? name;
}
