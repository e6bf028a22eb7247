// The fields of a calculator: what the reader changed is theirs, the rest is the sheet's or the book's default.
// And its sentence as the engine says it: the numbers that follow from what the reader gives, each in its place.
import { element } from "../page/element.mjs";
import { say } from "../page/words.mjs";
import { activeCharacter, playersOf } from "../sheet/character.mjs";
import { controlOf, fieldsOf, fill, given, isChanged, labelOf, showProblems } from "./fields.mjs";

// Its section, how to ask the engine about the book, the book's id.
/** @param {Written} section @param {Ask} ask @param {string | null} book */
export function makeForm(section, ask, book) {
  const form = section.querySelector("form");
  const touched = new Set(fieldsOf(form).filter(isChanged).map((field) => field.dataset.field));
  const who = () => (book === null ? null : activeCharacter(book));
  /** @param {Written[]} fields @returns {Record<string, Value>} */
  const values = (fields) => Object.fromEntries(fields.map((field) => [field.dataset.field, given(field)]));

  // What to do -> the question to the engine's door.
  /** @template {string} What @param {What} what @returns {CalculatorRequest & { do: What }} */
  function request(what) {
    const inputs = values(fieldsOf(form).filter((field) => touched.has(field.dataset.field)));
    const characters = book === null ? [] : playersOf(book).map(({ character }) => character);
    return { kind: "calculator", calculator: section.dataset.calc, do: what, inputs, ...(characters.length > 0 ? { characters } : {}) };
  }

  // The sheet's numbers, or the defaults, in every field that the reader has not touched -> whether the engine answered.
  async function refill() {
    const answer = await ask(request("form"));
    if (answer.problem) return false;
    const fields = new Map(fieldsOf(form).map((field) => [field.dataset.field, field]));
    for (const input of answer.form.inputs) {
      const field = fields.get(input.name);
      if (!field || touched.has(input.name)) continue;
      fill(field, input.value);
      markSource(field, input.from_sheet);
    }
    nameSource(form, who());
    return true;
  }

  return {
    request,
    all: () => values(fieldsOf(form)),
    fields: () => fieldsOf(form).map((field) => ({ name: field.dataset.field, label: labelOf(field), kind: field.dataset.kind, value: given(field), control: controlOf(field) })),
    showProblems: (/** @type {Problem[]} */ problems) => showProblems(form, problems),
    fill: refill,
    // What the reader changed may decide which of the sheet's numbers belongs in another field.
    fillFromSheet: () => (who() === null ? null : refill()),
    /** @param {Element} control */
    touch(control) {
      const field = control.closest(".field");
      if (!field) return false;
      touched.add(field.dataset.field);
      markSource(field, false);
      nameSource(form, who());
      return true;
    },
    /** @param {Record<string, string>} inputs */
    give(inputs) {
      for (const field of fieldsOf(form).filter(({ dataset }) => Object.hasOwn(inputs, dataset.field))) {
        const text = inputs[field.dataset.field];
        fill(field, field.dataset.kind === "flag" ? text === "yes" : text);
        touched.add(field.dataset.field);
        markSource(field, false);
        if (field.matches(".said")) mirror(field);
      }
      nameSource(form, who());
    },
    reset() {
      touched.clear();
      showProblems(form, []);
    },
  };
}

/** @param {Written} field @param {boolean} fromSheet */
function markSource(field, fromSheet) {
  field.querySelector(".field-source")?.remove();
  field.classList.toggle("from-sheet", fromSheet);
  // When the reader comes back to the page, a browser fills its fields in again. That is welcome for what the reader typed; the
  // sheet's numbers would be mistaken for it.
  controlOf(field).autocomplete = fromSheet ? "off" : "on";
  if (fromSheet) field.querySelector("label")?.after(element("small", { class: "field-source" }, say("from_sheet")));
}

// The sentence speaks of the reader's hero.
/** @param {Written} form @param {StoredCharacter | null} who */
function nameSource(form, who) {
  const words = form.querySelector(".widget-source");
  const used = who !== null && form.querySelector(".from-sheet") !== null;
  words.hidden = !used;
  words.textContent = used ? say("calc_from", { name: who.label }) : "";
}

// The section, the door's `parts`: for each part of the sentence what is said there.
/** @param {Written} section @param {Said[][]} parts */
export function showSentence(section, parts) {
  for (const place of section.querySelectorAll("[data-part]")) place.replaceChildren(...shown(parts[place.dataset.part]));
}

// A field of a sentence -> the value of its control is shown, before the engine has said anything. What the reader changes
// is shown like this from the first paint on: see theme.js.
/** @param {Written} field */
export function mirror(field) {
  window.rollbookEarly.mirror(field);
}

/** @param {Said[]} said */
function shown(said) {
  if (said.some(({ kind }) => kind === "outcome")) return said.flatMap(outcome);
  return said.map((each) => (each.kind === "words" ? each.shown[0] : element("b", {}, worded(each))));
}

/** @param {Said} said @param {number} index */
function outcome({ shown: [label, chance], exact }, index) {
  return [`${index > 0 ? ", " : ""}${label} `, element("b", {}, about(chance, exact))];
}

/** @param {Said} said */
function worded({ kind, shown: texts, exact }) {
  if (kind === "never") return "–";
  if (kind === "range") return say("said_range", { low: texts[0], high: texts[1] });
  if (kind === "several") return [texts.slice(0, -1).join(", "), texts.at(-1)].join(say("said_or"));
  return about(texts[0], exact);
}

/** @param {string} text @param {boolean} exact */
function about(text, exact) {
  return exact ? text : say("calc_about", { value: text });
}
