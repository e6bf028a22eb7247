// The character sheet: the engine makes the character by the book's rules; this shows it, keeps it, and passes it on.
import { activeCharacter, charactersOf, dropCharacter, keepCharacter, onCharacter, playCharacter } from "./character.mjs";
import { readFile, saveFile } from "./character_file.mjs";
import { controlOf, fieldsOf, fill, given } from "./fields.mjs";
import { button, element } from "./element.mjs";
import { latest } from "./latest.mjs";
import { showSheet } from "./sheet_shown.mjs";
import { shownProblem } from "./show_roll.mjs";
import { say } from "./words.mjs";

const PAUSE = 140;
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

// After each change of page or character: the sheet shows the one that is played.
export function openSheets(desk) {
  const section = document.querySelector("[data-sheet]");
  if (section && desk.book !== null) sheetOf(section, desk).open();
}

function sheetOf(section, desk) {
  if (!sheets.has(section)) sheets.set(section, makeSheet(section, desk));
  return sheets.get(section);
}

function makeSheet(section, desk) {
  const form = section.querySelector("form");
  const output = form.querySelector(".widget-result");
  const { book } = desk;
  let shown = null; // the entry that the form shows; null: a new character, not yet kept
  let keeping = false;

  const tellProblem = (problem) => output.replaceChildren(...shownProblem(problem));
  const ask = (what, more = {}) => desk.ask({ kind: "sheet", do: what, ...more });

  // What the reader filled in, in the character as it was kept last.
  const written = () => ({
    ...(shown?.character ?? {}),
    sheet: section.dataset.sheet,
    fields: { ...(shown?.character.fields ?? {}), ...Object.fromEntries(fieldsOf(form).map((field) => [field.dataset.field, given(field)])) },
  });

  // The engine's answer -> shown and kept. Telling the others comes last: they read what was kept.
  function settle(answer) {
    if (answer.problem) return tellProblem(answer.problem);
    showSheet(form, answer);
    keeping = true;
    shown = keepCharacter(book, { id: shown?.id, label: labelOf(answer.character), character: answer.character, values: answer.values, rules: rulesName() }) ?? shown;
    keeping = false;
    list();
    if (answer.rolls.length > 0) output.replaceChildren(answer.rolls.map(({ sentence }) => sentence).join("; "));
    return answer;
  }

  const labelOf = (character) => String(character.fields[section.dataset.namedBy] ?? "").trim() || say("sheet_nameless");
  const rulesName = () => document.documentElement.dataset.rules ?? "";

  function list() {
    const { active, entries } = charactersOf(book);
    const who = form.querySelector(".sheet-who");
    const fresh = shown === null ? [element("option", { value: "" }, say("sheet_new"))] : [];
    who.replaceChildren(...fresh, ...entries.map(({ id, label }) => element("option", { value: id }, label)));
    who.value = shown === null ? "" : active ?? "";
    form.querySelector("[data-do='delete']").disabled = shown === null;
    form.querySelector("[data-do='save']").disabled = shown === null;
  }

  function write(character) {
    for (const field of fieldsOf(form)) {
      const value = character.fields[field.dataset.field];
      if (value !== undefined && document.activeElement !== controlOf(field)) fill(field, value);
    }
  }

  async function open() {
    if (keeping) return;
    const entry = activeCharacter(book);
    // Nothing is kept before the reader has written something, and what is being written is not taken away.
    if (entry === null && shown === null) return show(await ask("new"), false);
    if (entry && entry.id === shown?.id && JSON.stringify(entry.character) === JSON.stringify(shown.character)) return;
    shown = entry;
    show(entry ? await ask("derive", { character: entry.character }) : await ask("new"), entry !== null && entry.rules !== rulesName());
  }

  function show(answer, keep) {
    if (answer.problem) return tellProblem(answer.problem);
    write(answer.character);
    showSheet(form, answer);
    list();
    // The book's rules have changed since this character was kept: its values are worked out anew.
    if (keep) settle(answer);
  }

  const derive = latest(async () => settle(await ask("derive", { character: written() })), PAUSE);

  const actions = {
    async new() {
      shown = null;
      show(await ask("new"), false);
      output.replaceChildren(say("sheet_started"));
    },
    save: () => saveFile(book, shown),
    load: () => form.querySelector(".sheet-file").click(),
    print() {
      document.documentElement.dataset.printing = "sheet";
      window.addEventListener("afterprint", () => delete document.documentElement.dataset.printing, { once: true });
      window.print();
    },
    delete() {
      const gone = shown;
      shown = null;
      dropCharacter(book, gone.id);
      output.replaceChildren(say("sheet_deleted", { name: gone.label }), " ", button(say("undo_clear"), () => {
        output.replaceChildren(say("sheet_back", { name: gone.label }));
        keepCharacter(book, gone);
      }));
    },
    async xp() {
      const field = form.querySelector(".sheet-gained");
      const answer = settle(await ask("xp", { character: written(), amount: Math.trunc(Number(field.value)) || 0 }));
      if (answer) output.replaceChildren(say("sheet_xp_now", { xp: answer.character.xp }));
      field.value = "";
    },
    async level() {
      const chosen = Object.fromEntries([...form.querySelectorAll(".sheet-choices select")].map((select) => [select.name, select.value]));
      const answer = settle(await ask("level", { character: written(), chosen }));
      if (answer) output.replaceChildren([say("sheet_risen", { level: answer.shown.level }), ...answer.rolls.map(({ sentence }) => sentence)].join(" "));
    },
    how(pressed) {
      const open = pressed.getAttribute("aria-expanded") !== "true";
      pressed.setAttribute("aria-expanded", String(open));
      section.classList.toggle("shows-how", open);
    },
  };

  async function load(file) {
    const { characters, problem } = await readFile(file);
    if (problem) return output.replaceChildren(say(problem));
    let remarks = [];
    for (const character of characters) {
      shown = null;
      const answer = await ask("derive", { character });
      if (answer.problem) return tellProblem(answer.problem);
      write(answer.character);
      settle(answer);
      remarks = answer.problems.map(({ message }) => message);
    }
    output.replaceChildren([say("sheet_loaded", { count: characters.length }), ...remarks.slice(0, 3)].join(" "));
  }

  return {
    open,
    changed(control) {
      if (control.closest(".field")) derive();
    },
    chosen(control) {
      if (control.matches(".sheet-who") && control.value) playCharacter(book, control.value);
      if (control.matches(".sheet-file") && control.files.length > 0) {
        load(control.files[0]);
        control.value = "";
      }
    },
    async press(pressed) {
      if (pressed.dataset.rollValue) return settle(await ask("roll", { character: written(), name: pressed.dataset.rollValue }));
      return actions[pressed.dataset.do](pressed);
    },
  };
}
