// One character sheet of a page. Whatever changes the character waits for its turn: each change begins with the character
// that the one before it left, and none is written to another character than the one it was made for.
import { activeCharacter, charactersOf, dropCharacter, keepCharacter, playCharacter } from "./character.mjs";
import { readFile, saveFile } from "./character_file.mjs";
import { button, element } from "./element.mjs";
import { controlOf, fieldsOf, fill, given } from "./fields.mjs";
import { latest } from "./latest.mjs";
import { add } from "./log.mjs";
import { placeOf } from "./place.mjs";
import { showSheet } from "./sheet_shown.mjs";
import { shownProblem } from "./show_roll.mjs";
import { say } from "./words.mjs";

const PAUSE = 140;

// Its section, how to reach the engine -> { open, changed(control), chosen(control), press(button) }
export function makeSheet(section, desk) {
  const form = section.querySelector("form");
  const output = form.querySelector(".widget-result");
  const { book } = desk;
  let shown; // the entry in the form; null: a new character, of which nothing is kept yet; undefined: nothing at all
  let turn = Promise.resolve();

  const tell = (...words) => output.replaceChildren(...words);
  const ask = (what, more = {}) => desk.ask({ kind: "sheet", do: what, ...more });
  const inTurn = (work) => {
    turn = turn.then(work).catch(reportError);
  };

  function list() {
    const fresh = !shown ? [element("option", { value: "" }, say("sheet_new"))] : [];
    const who = form.querySelector(".sheet-who");
    who.replaceChildren(...fresh, ...charactersOf(book).entries.map(({ id, label }) => element("option", { value: id }, label)));
    who.value = shown?.id ?? "";
    for (const name of ["delete", "save"]) form.querySelector(`[data-do='${name}']`).disabled = !shown;
  }

  // The engine's answer -> shown; false: there was none.
  function show(answer, { quiet = false } = {}) {
    if (answer.problem) tell(...shownProblem(answer.problem));
    else showSheet(form, quiet ? { ...answer, problems: [] } : answer);
    return !answer.problem;
  }

  // The same, and kept in the browser.
  function settle(answer) {
    if (!show(answer)) return false;
    const { character, values } = answer;
    const label = String(character.fields[section.dataset.namedBy] ?? "").trim() || say("sheet_nameless");
    const kept = keepCharacter(book, { id: shown?.id, label, character, values, rules: rulesName() });
    if (kept === null) tell(say("sheet_full"));
    else shown = kept;
    list();
    return kept !== null;
  }

  // A question about the character with what stands in the fields -> kept, the rolls written down and told.
  async function change(what, more, words = () => []) {
    const answer = await ask(what, { character: written(form, section, shown), ...more });
    if (!settle(answer)) return;
    const rolls = answer.rolls.map(({ name, ...rolled }) => writeDown(nameOf(form, name), rolled, form, book));
    const said = [...words(answer), ...rolls].join(" ");
    if (said) tell(said);
  }

  // The character that is played -> in the form, unless it stands there already.
  async function open() {
    const entry = activeCharacter(book);
    if (entry && entry.id === shown?.id && same(entry.character, shown.character)) return list();
    if (entry === null && shown === null) return list();
    shown = entry;
    const answer = await ask(entry ? "derive" : "new", { character: entry?.character });
    if (!answer.problem) write(form, answer.character);
    // The book's rules may have changed since it was kept: then its values are worked out anew.
    if (entry && entry.rules !== rulesName()) settle(answer);
    else show(answer, { quiet: entry === null });
    list();
  }

  async function load(file) {
    const { characters, problem } = await readFile(file);
    if (problem) return tell(say(problem));
    const remarks = [];
    for (const character of characters) {
      shown = null;
      const answer = await ask("derive", { character });
      if (!answer.problem) write(form, answer.character);
      if (!settle(answer)) return;
      remarks.push(...answer.problems.filter(({ code }) => code in REMARKS).map(({ message }) => message));
    }
    tell([say("sheet_loaded", { count: characters.length }), ...remarks.slice(0, 3)].join(" "));
  }

  const actions = {
    new: () => inTurn(async () => {
      shown = null;
      const answer = await ask("new");
      if (!answer.problem) write(form, answer.character);
      show(answer, { quiet: true });
      list();
      tell(say("sheet_started"));
    }),
    save: () => saveFile(book, shown),
    load: () => form.querySelector(".sheet-file").click(),
    print: printSheet,
    delete: () => inTurn(() => {
      const gone = shown;
      shown = undefined;
      dropCharacter(book, gone.id);
      tell(say("sheet_deleted", { name: gone.label }), " ", button(say("undo_clear"), () => {
        tell(say("sheet_back", { name: gone.label }));
        keepCharacter(book, gone);
      }));
    }),
    xp: () => inTurn(async () => {
      const field = form.querySelector(".sheet-gained");
      await change("xp", { amount: Math.trunc(Number(field.value)) || 0 }, ({ character }) => [say("sheet_xp_now", { xp: character.xp })]);
      field.value = "";
    }),
    level: () => inTurn(() => change("level", { chosen: levelChoices(form) }, (answer) => [say("sheet_risen", { level: answer.shown.level })])),
    how(pressed) {
      const open = pressed.getAttribute("aria-expanded") !== "true";
      pressed.setAttribute("aria-expanded", String(open));
      section.classList.toggle("shows-how", open);
    },
  };
  const derive = latest(() => inTurn(() => change("derive", {})), PAUSE);

  return {
    open: () => inTurn(open),
    changed: (control) => control.closest(".field") && derive(),
    chosen(control) {
      if (control.matches(".sheet-who") && control.value) inTurn(() => playCharacter(book, control.value));
      if (!control.matches(".sheet-file") || control.files.length === 0) return;
      const [file] = control.files;
      inTurn(() => load(file));
      control.value = "";
    },
    press(pressed) {
      const { rollValue, do: action } = pressed.dataset;
      if (rollValue) inTurn(() => change("roll", { name: rollValue }));
      else actions[action](pressed);
    },
  };
}

// What the engine found in a file that came from elsewhere, and that the form itself cannot show.
const REMARKS = { "kept-aside": 1, "other-sheet": 1, "other-version": 1 };

function rulesName() {
  return document.documentElement.dataset.rules ?? "";
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

// What stands in the fields, in the character as it was kept last. An empty field of numbers says nothing.
function written(form, section, shown) {
  const filled = fieldsOf(form).filter((field) => !["number", "points"].includes(field.dataset.kind) || given(field) !== "");
  const fields = Object.fromEntries(filled.map((field) => [field.dataset.field, given(field)]));
  return { ...(shown?.character ?? {}), sheet: section.dataset.sheet, fields: { ...(shown?.character.fields ?? {}), ...fields } };
}

function write(form, character) {
  for (const field of fieldsOf(form)) {
    const value = character.fields[field.dataset.field];
    if (value !== undefined && document.activeElement !== controlOf(field)) fill(field, value);
  }
}

function levelChoices(form) {
  return Object.fromEntries([...form.querySelectorAll(".sheet-choices select")].map((select) => [select.name, select.value]));
}

// A value's name -> what the sheet calls it.
function nameOf(form, name) {
  const place = [...form.querySelectorAll("[data-value]")].find((each) => each.dataset.value === name);
  return place?.closest("div").querySelector("dt").textContent ?? name;
}

function writeDown(what, { shown, sentence, seed = null }, form, book) {
  const whole = `${what}: ${sentence.replace(/^[^:]*: /, "")}.`;
  add({ what, shown, sentence: whole, seed, request: null, ...placeOf(form), book });
  return whole;
}

// The sheet alone, without the page around it.
function printSheet() {
  document.documentElement.dataset.printing = "sheet";
  window.addEventListener("afterprint", () => delete document.documentElement.dataset.printing, { once: true });
  window.print();
}
