// The fields of a sheet: most are a calculator's, the others only sheets have. Several choices are boxes to
// tick, a list is rows with an empty one at their end, a track or clock is a number between two buttons, a picture is seen.
import { controlOf, fieldsOf, fill, given, labelOf } from "../calculator/fields.mjs";
import { writeDown } from "../log/log.mjs";
import { element } from "../page/element.mjs";
import { say } from "../page/words.mjs";
import { pressPicture, showPicture } from "./picture.mjs";

const NUMBERS = ["number", "points", "track", "clock"];

// A field -> what the reader filled in, as the engine's door takes it.
/** @param {Written} field @returns {Filled} */
function filledIn(field) {
  switch (field.dataset.kind) {
    case "several":
      return [...field.querySelectorAll("input:checked")].map(({ value }) => value);
    case "list":
      return rowsOf(field).filter(isWritten).map((row) => ({ name: nameIn(row).value, number: numberIn(row)?.value || 0 }));
    default:
      return given(field);
  }
}

/** @param {Written} field @param {Filled} value */
export function fillIn(field, value) {
  if (field.dataset.kind === "picture") return showPicture(field, String(value));
  if (!Array.isArray(value)) return fill(field, value);
  if (field.dataset.kind === "list") return fillRows(field, /** @type {ListRow[]} */ (value));
  for (const box of field.querySelectorAll("input")) box.checked = value.includes(box.value);
}

// An empty field of numbers says nothing.
/** @param {Written} field */
function saysSomething(field) {
  return !NUMBERS.includes(field.dataset.kind) || given(field) !== "";
}

// Lists: the row at the end is empty, and another one follows as soon as something is written into it.

/** @param {Written} field @returns {Written[]} */
const rowsOf = (field) => [...field.querySelectorAll(".list-row")];
/** @param {Written} row @returns {HTMLInputElement} */
const nameIn = (row) => row.querySelector(".row-name");
/** @param {Written} row @returns {HTMLInputElement | null} */
const numberIn = (row) => row.querySelector(".row-number");
/** @param {Written} row */
const isWritten = (row) => nameIn(row).value.trim() !== "" || Boolean(numberIn(row)?.value);

/** @param {Written} field @param {ListRow[]} rows */
function fillRows(field, rows) {
  const [first, ...others] = rowsOf(field);
  for (const other of others) other.remove();
  write(first, rows[0]);
  rows.slice(1).forEach((row) => write(addRow(field), row));
  growList(field);
}

/** @param {Written} row @param {ListRow | undefined} about */
function write(row, about) {
  nameIn(row).value = about?.name ?? "";
  row.dataset.drawn = about?.name ?? "";
  const number = numberIn(row);
  if (number) number.value = about?.number ? String(about.number) : "";
}

/** @param {Written} field */
function addRow(field) {
  const rows = rowsOf(field);
  const added = /** @type {Written} */ (rows[0].cloneNode(true));
  write(added, undefined);
  rows[rows.length - 1].after(added);
  return added;
}

// After something was typed: there is always one row to write into.
/** @param {Written} field */
export function growList(field) {
  if (field.dataset.kind !== "list") return;
  rowsOf(field).forEach((row) => drawNumber(field, row));
  if (rowsOf(field).every(isWritten)) addRow(field);
}

// A row that names one of the book's records -> what that counts; what the reader writes there afterwards stays.
/** @param {Written} field @param {Written} row */
function drawNumber(field, row) {
  const name = nameIn(row).value;
  const [record] = [...field.querySelectorAll("datalist option")].filter(({ value }) => value === name);
  const number = numberIn(row);
  if (!record || !number || row.dataset.drawn === name) return;
  row.dataset.drawn = name;
  number.value = record.dataset.number ?? "";
}

// A button inside a field -> the field that it changed; null: none.
/** @param {Written} pressed @returns {Written | null} */
export function pressIn(pressed) {
  if (pressed.dataset.step) return stepTrack(pressed);
  if (pressed.dataset.picture) return pressPicture(pressed);
  return pressed.dataset.row ? removeRow(pressed) : null;
}

// Its button -> the field without this row; the focus goes to the row that takes its place.
/** @param {Written} pressed @returns {Written} */
function removeRow(pressed) {
  const field = pressed.closest(".field");
  const row = pressed.closest(".list-row");
  const next = row.nextElementSibling ?? row.previousElementSibling;
  if (rowsOf(field).length > 1) row.remove();
  else write(row, undefined);
  growList(field);
  if (next?.matches(".list-row")) nameIn(next).focus();
  return field;
}

// Tracks and clocks.

/** @param {Written} field */
const isTrack = ({ dataset }) => dataset.kind === "track" || dataset.kind === "clock";

// Its button -> the field one step further, within its bounds; null at the end, or if it has no value yet.
/** @param {Written} pressed @returns {Written | null} */
function stepTrack(pressed) {
  const field = pressed.closest(".field");
  const control = controlOf(field);
  const least = Number(control.min);
  const most = control.max === "" ? Infinity : Number(control.max);
  const next = Math.max(least, Math.min(most, Number(control.value) + Number(pressed.dataset.step)));
  if (control.value === "" || next === Number(control.value)) return null;
  control.value = String(next);
  drawClock(field);
  return field;
}

// Its value and maximum -> shown; both are undefined while dice are still to be rolled for them.
/** @param {Written} field @param {SheetAnswer} about @param {boolean} whole whether the reader has not just changed it */
function showTrack(field, { values, shown }, whole) {
  const name = field.dataset.field;
  const control = controlOf(field);
  const most = values[`${name}.max`];
  control.max = typeof most === "number" ? most : "";
  field.querySelector("[data-most]").textContent = shown[`${name}.max`] ?? "–";
  if (whole) {
    fill(field, values[name] ?? "");
    control.defaultValue = control.value;
  }
  for (const button of field.querySelectorAll("[data-step]")) button.disabled = most === undefined;
  drawClock(field);
}

/** @param {Written} field */
function drawClock(field) {
  const face = field.querySelector(".clock-face");
  const { value, max } = controlOf(field);
  face?.style.setProperty("--filled", String(Number(value) || 0));
  face?.style.setProperty("--segments", max || "1");
}

// The numbers of a list's rows, added up.
/** @param {Written} field @param {Record<string, string>} shown */
export function showSum(field, shown) {
  const { field: name, column, number } = field.dataset;
  if (!column) return;
  const words = say("sheet_sum", { name: number, total: shown[`${name}.${column}`] ?? "0" });
  field.querySelector(".field-hint").before(element("small", { class: "field-total" }, words));
}

const ONE_MOVE = 4_000;

// Where the log's lines belong -> a function that writes down how a track moved: presses that follow one another make
// one line.
/** @param {() => Pick<LoggedRoll, "place" | "book">} where */
export function trackLog(where) {
  /** @type {Map<string, { before: string, id: string | null, timer: number | null }>} */
  const moving = new Map();
  return {
    /** @param {Written} field */
    write(field) {
      if (!isTrack(field)) return;
      const { field: name } = field.dataset;
      const { value, max, defaultValue } = controlOf(field);
      const line = moving.get(name) ?? { before: defaultValue, id: null, timer: null };
      if (line.before === "" || value === "") return;
      clearTimeout(line.timer);
      line.timer = setTimeout(() => moving.delete(name), ONE_MOVE);
      const what = labelOf(field);
      const sentence = say("track_moved", { name: what, before: line.before, after: value, most: max || "–" });
      line.id = writeDown({ what, shown: value, sentence, ...where() }, line.id);
      moving.set(name, line);
    },
    // What follows is about another character.
    end: () => moving.clear(),
  };
}

// What the reader typed into a sheet, for the character that was meant: it goes over what is stored of that character, and
// no answer that comes later is written over it before it is stored itself.
// The sheet's form, fields that were changed already -> { note(field), values(), isSaved(), onceSaved(), write(answer), settle(answer) }
/** @param {Written} form @param {Written[]} [changed] */
export function typedInto(form, changed = []) {
  /** @type {Map<string, { value: Filled, says: boolean, saved: boolean }>} */
  const typed = new Map(); // a field's name -> { value, saved }
  /** @param {Written} field */
  const note = (field) => typed.set(field.dataset.field, { value: filledIn(field), says: saysSomething(field), saved: false });
  changed.forEach(note);
  return {
    note,
    values: () => Object.fromEntries([...typed].filter(([, { says }]) => says).map(([name, { value }]) => [name, value])),
    isSaved: () => [...typed.values()].every(({ saved }) => saved),
    // -> what to call when all that is typed by now has been saved.
    onceSaved() {
      const now = [...typed.values()];
      return () => now.forEach((each) => (each.saved = true));
    },
    // The engine's answer about a character -> in the fields.
    /** @param {SheetAnswer} answer */
    write(answer) {
      for (const field of fieldsOf(form)) {
        const name = field.dataset.field;
        const value = answer.character.fields[name];
        if (value === undefined || typed.get(name)?.saved === false) continue;
        typed.delete(name);
        if (!isTrack(field)) fillIn(field, value);
      }
      this.settle(answer);
    },
    // An answer about the same character -> tracks stand where the engine says, unless they were moved since.
    /** @param {SheetAnswer} answer */
    settle(answer) {
      for (const field of fieldsOf(form).filter(isTrack)) showTrack(field, answer, typed.get(field.dataset.field)?.saved !== false);
    },
  };
}
