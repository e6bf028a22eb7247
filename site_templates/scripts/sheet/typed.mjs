// What the reader typed into a sheet, for the character that was meant: it goes over what is kept of that character, and
// no answer that comes later is written over it before it is kept itself.
import { fieldsOf } from "../calculator/fields.mjs";
import { filledIn, fillIn, isTrack, saysSomething, showTrack } from "./kinds.mjs";

// The sheet's form, fields that were changed already -> { note(field), values(), isKept(), onceKept(), write(answer), settle(answer) }
/** @param {Written} form @param {Written[]} [changed] */
export function typedInto(form, changed = []) {
  /** @type {Map<string, { value: Filled, says: boolean, kept: boolean }>} */
  const typed = new Map(); // a field's name -> { value, kept }
  /** @param {Written} field */
  const note = (field) => typed.set(field.dataset.field, { value: filledIn(field), says: saysSomething(field), kept: false });
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
    // The engine's answer about a character -> in the fields.
    /** @param {SheetAnswer} answer */
    write(answer) {
      for (const field of fieldsOf(form)) {
        const name = field.dataset.field;
        const value = answer.character.fields[name];
        if (value === undefined || typed.get(name)?.kept === false) continue;
        typed.delete(name);
        if (!isTrack(field)) fillIn(field, value);
      }
      this.settle(answer);
    },
    // An answer about the same character -> tracks stand where the engine says, unless they were moved since.
    /** @param {SheetAnswer} answer */
    settle(answer) {
      for (const field of fieldsOf(form).filter(isTrack)) showTrack(field, answer, typed.get(field.dataset.field)?.kept !== false);
    },
  };
}
