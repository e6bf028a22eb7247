// The engine's answer about a character -> the form: values, points left, bonuses, problems, the way to the next level.
import { fieldsOf, fill, given, showProblems, worded } from "../calculator/fields.mjs";
import { element } from "../page/element.mjs";
import { say } from "../page/words.mjs";

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

// What the reader typed into a sheet, for the character that was meant: it goes over what is kept of that character, and
// no answer that comes later is written over it before it is kept itself.

// The sheet's form, fields that were changed already -> { note(field), values(), isKept(), onceKept(), write(character) }
export function typedInto(form, changed = []) {
  const typed = new Map(); // a field's name -> { value, kept }
  const note = (field) => typed.set(field.dataset.field, { value: given(field), says: saysSomething(field), kept: false });
  changed.forEach(note);
  return {
    note,
    values: () => Object.fromEntries([...typed].filter(([, { says }]) => says).map(([name, { value }]) => [name, value])),
    isKept: () => [...typed.values()].every(({ kept }) => kept),
    // -> what to call when all that is typed by now has been kept.
    onceKept() {
      const now = [...typed.values()];
      return () => now.forEach((each) => (each.kept = true));
    },
    write(character) {
      for (const field of fieldsOf(form)) {
        const name = field.dataset.field;
        if (character.fields[name] === undefined || typed.get(name)?.kept === false) continue;
        typed.delete(name);
        fill(field, character.fields[name]);
      }
    },
  };
}

// An empty field of numbers says nothing.
function saysSomething(field) {
  return !["number", "points"].includes(field.dataset.kind) || given(field) !== "";
}
