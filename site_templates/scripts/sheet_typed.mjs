// What the reader typed into a sheet, for the character that was meant: it goes over what is kept of that character, and
// no answer that comes later is written over it before it is kept itself.
import { fieldsOf, fill, given } from "./fields.mjs";

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
