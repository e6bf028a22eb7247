// Character sheets: the engine makes the character by the book's rules; the page shows it and keeps it.
import { onCharacter } from "./character.mjs";
import { makeSheet } from "./sheet.mjs";

const sheets = new WeakMap();

// How to reach the engine -> the sheet of this page and of those that follow it works.
export function enlivenSheets(desk) {
  const within = (event) => {
    const section = event.target.closest?.("[data-sheet]");
    return section && desk.book !== null ? sheetOf(section, desk) : null;
  };
  document.addEventListener("focusin", (event) => within(event) && desk.warm());
  document.addEventListener("input", (event) => within(event)?.changed(event.target));
  document.addEventListener("change", (event) => within(event)?.chosen(event.target));
  document.addEventListener("submit", (event) => within(event) && event.preventDefault());
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest?.("[data-sheet] :is(button[data-do], button[data-roll-value])");
    if (pressed) within(event)?.press(pressed);
  });
  onCharacter(() => openSheets(desk));
}

// After each change of page or character: the sheet, wherever it stands, shows the one that is played.
export function openSheets(desk) {
  if (desk.book === null) return;
  for (const section of document.querySelectorAll("[data-sheet]")) sheetOf(section, desk).open();
}

function sheetOf(section, desk) {
  if (!sheets.has(section)) sheets.set(section, makeSheet(section, desk));
  return sheets.get(section);
}
