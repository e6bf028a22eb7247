// The fields of a calculator: what the reader changed is theirs, the rest is the sheet's or the book's default.
import { element } from "../page/element.mjs";
import { say } from "../page/words.mjs";
import { activeCharacter, playersOf } from "../sheet/character.mjs";
import { controlOf, fieldsOf, fill, given, isChanged, labelOf, showProblems } from "./fields.mjs";
import { mirror } from "./sentence.mjs";

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
  // Coming back to the page, a browser puts back what stood in its fields. What the reader typed is welcome; the sheet's
  // numbers would be taken for it.
  controlOf(field).autocomplete = fromSheet ? "off" : "on";
  if (fromSheet) field.querySelector("label")?.after(element("small", { class: "field-source" }, say("from_sheet")));
}

// The sentence speaks of the reader's hero.
/** @param {Written} form @param {KeptCharacter | null} who */
function nameSource(form, who) {
  const words = form.querySelector(".widget-source");
  const used = who !== null && form.querySelector(".from-sheet") !== null;
  words.hidden = !used;
  words.textContent = used ? say("calc_from", { name: who.label }) : "";
}
