// The reader's own numbers beside every formula that uses them: d20 + DEX bonus (+2).
import { element } from "./element.mjs";
import { valuesFor } from "./values.mjs";

// After each change of page or character.
export function noteSheetValues(desk) {
  for (const old of document.querySelectorAll(".from-sheet")) old.remove();
  for (const roll of document.querySelectorAll("button[data-asks]")) {
    const words = JSON.parse(roll.dataset.asks);
    const held = valuesFor(Object.keys(words), desk.book).filter(({ sheet }) => sheet);
    // One number needs no name: the formula beside it has it.
    const named = Object.keys(words).length > 1;
    const said = held.map(({ name, value }) => `${named ? `${words[name]} ` : ""}${signed(value)}`).join(", ");
    if (said) (roll.closest("code") ?? roll).after(element("small", { class: "from-sheet" }, ` (${said})`));
  }
}

function signed(value) {
  return value < 0 ? `−${-value}` : `+${value}`;
}
