// One character sheet of a page. Whatever changes the character waits for its turn: each change begins with the character
// that the one before it left, and none is written to another character than the one it was made for.
import { fieldsOf, isChanged } from "../calculator/fields.mjs";
import { debounce } from "../engine/debounce.mjs";
import { refusal } from "../engine/waiting.mjs";
import { add } from "../log/log.mjs";
import { button, element } from "../page/element.mjs";
import { placeOf } from "../page/place.mjs";
import { say } from "../page/words.mjs";
import { activeCharacter, charactersOf, dropCharacter, keepCharacter, playCharacter } from "./character.mjs";
import { readFile, saveFile } from "./character_file.mjs";
import { levelChoices, nameOf, showSheet, typedInto } from "./show_sheet.mjs";

const PAUSE = 140;

// Its section, how to reach the engine -> { open, changed(control), chosen(control), press(button) }
export function makeSheet(section, engine) {
  const form = section.querySelector("form");
  const output = form.querySelector(".widget-result");
  const { page } = engine;
  const { book } = page;
  let shown; // the entry in the form; null: a new character, of which nothing is kept yet; undefined: nothing at all
  let base = null; // the character as the engine told of it last, or as it was kept
  let filled = false; // whether it stands in the fields
  let wanted = null; // the character that was chosen from the list, until it is its turn
  let typed = typedInto(form, fieldsOf(form).filter(isChanged));
  let turn = Promise.resolve();

  const tell = (...words) => output.replaceChildren(...words);
  const ask = (what, more = {}) => engine.ask({ kind: "sheet", do: what, ...more }, page);
  const inTurn = (work) => {
    turn = turn.then(work).catch(reportError);
  };
  const refuse = (problem, pressed, again) => tell(...refusal(problem, engine, pressed, () => inTurn(again)));

  function list() {
    const fresh = !shown ? [element("option", { value: "" }, say("sheet_new"))] : [];
    const who = form.querySelector(".sheet-who");
    who.replaceChildren(...fresh, ...charactersOf(book).entries.map(({ id, label }) => element("option", { value: id }, label)));
    if (shown?.id === wanted) wanted = null;
    who.value = wanted ?? shown?.id ?? "";
    for (const name of ["delete", "save"]) form.querySelector(`[data-do='${name}']`).disabled = !shown;
  }

  // The engine's answer about another character than before -> in the fields.
  function fillIn(answer, { quiet = false } = {}) {
    // What could not be told before is told now.
    if (output.querySelector(".problem")) tell();
    base = answer.character;
    filled = true;
    typed.write(base);
    showSheet(form, quiet ? { ...answer, problems: [] } : answer);
  }

  // A character, its values under these rules -> in the browser; false: there is no room.
  function keep(character, values, rules = rulesName()) {
    const label = String(character.fields[section.dataset.namedBy] ?? "").trim() || say("sheet_nameless");
    const kept = keepCharacter(book, { id: shown?.id, label, character, values, rules });
    if (kept === null) tell(say("sheet_full"));
    else shown = kept;
    base = character;
    list();
    return kept !== null;
  }

  // What was typed into the fields, over the character that it was typed for.
  const written = (own) => ({ ...base, sheet: section.dataset.sheet, fields: { ...base?.fields, ...own.values() } });

  // Without an engine, or where there is no time to ask it: what was typed is kept, and worked out when it is opened next.
  function keepTyped(own) {
    if (own.isKept()) return;
    own.onceKept()();
    keep(written(own), shown?.values ?? {}, "");
  }

  // A question about the character with what was typed -> kept, the rolls written down and told.
  async function change(own, { what = "derive", more = {}, words = () => [], pressed = null } = {}) {
    const onceKept = own.onceKept();
    const answer = await ask(what, { character: written(own), ...more });
    if (answer.problem) {
      refuse(answer.problem, pressed ?? form, pressed ? () => change(own, { what, more, words, pressed }) : open);
      if (engine.failed()) keepTyped(own);
      return;
    }
    onceKept();
    showSheet(form, answer);
    if (!keep(answer.character, answer.values)) return;
    const rolls = answer.rolls.map(({ name, ...rolled }) => writeDown(nameOf(form, name), rolled, form, book));
    const said = [...words(answer), ...rolls].join(" ");
    if (said || output.querySelector(".problem")) tell(said);
  }

  // Of the character that is in the form now, whichever it is when its turn comes.
  function changeNow(question) {
    const own = typed;
    inTurn(() => change(own, question));
  }

  // The character that is played -> in the form, unless it stands there already.
  async function open() {
    const entry = activeCharacter(book);
    const current = entry ? entry.rules === rulesName() && same(entry.character, shown?.character) : shown === null;
    if (filled && current && entry?.id === shown?.id) return list();
    // Another tab plays another; what was typed here was not meant for that one.
    if (shown && entry?.id !== shown.id) keepTyped(typed);
    shown = activeCharacter(book);
    base = shown?.character ?? null;
    filled = false;
    const answer = await ask(shown ? "derive" : "new", { character: shown?.character });
    if (answer.problem) return refuse(answer.problem, form, open);
    fillIn(answer, { quiet: shown === null });
    // The book's rules may have changed since it was kept: then its values are worked out anew.
    if (shown && shown.rules !== rulesName()) keep(answer.character, answer.values);
    list();
  }

  async function start(pressed) {
    [shown, base, filled] = [null, null, false];
    const answer = await ask("new");
    if (answer.problem) return refuse(answer.problem, pressed, () => start(pressed));
    fillIn(answer, { quiet: true });
    list();
    tell(say("sheet_started"));
  }

  async function load(file) {
    const { characters, problem } = await readFile(file);
    if (problem) return tell(say(problem));
    const remarks = [];
    for (const character of characters) {
      const answer = await ask("derive", { character });
      if (answer.problem) return refuse(answer.problem, form.querySelector("[data-do='load']"), () => load(file));
      shown = null;
      fillIn(answer);
      if (!keep(answer.character, answer.values)) return;
      remarks.push(...answer.problems.filter(({ code }) => code in REMARKS).map(({ message }) => message));
    }
    tell([say("sheet_loaded", { count: characters.length }), ...remarks.slice(0, 3)].join(" "));
  }

  // What follows is about another character: what was typed for this one is kept first.
  function turnToAnother(work) {
    const own = typed;
    if (!own.isKept()) inTurn(() => change(own));
    typed = typedInto(form);
    inTurn(work);
  }

  const actions = {
    new: (pressed) => turnToAnother(() => start(pressed)),
    save: () => saveFile(book, shown),
    load: () => form.querySelector(".sheet-file").click(),
    print: printSheet,
    delete() {
      typed = typedInto(form);
      inTurn(() => {
        const gone = shown;
        shown = undefined;
        dropCharacter(book, gone.id);
        tell(say("sheet_deleted", { name: gone.label }), " ", button(say("undo_clear"), () => {
          tell(say("sheet_back", { name: gone.label }));
          keepCharacter(book, gone);
        }));
      });
    },
    xp(pressed) {
      const field = form.querySelector(".sheet-gained");
      const { value } = field;
      const words = ({ character }) => {
        if (field.value === value) field.value = "";
        return [say("sheet_xp_now", { xp: character.xp })];
      };
      changeNow({ what: "xp", more: { amount: Math.trunc(Number(value)) || 0 }, words, pressed });
    },
    level(pressed) {
      const words = (answer) => [say("sheet_risen", { level: answer.shown.level })];
      changeNow({ what: "level", more: { chosen: levelChoices(form) }, words, pressed });
    },
    how(pressed) {
      const open = pressed.getAttribute("aria-expanded") !== "true";
      pressed.setAttribute("aria-expanded", String(open));
      section.classList.toggle("shows-how", open);
    },
  };
  const derive = debounce(() => typed.isKept() || changeNow(), PAUSE);
  // The sheet keeps what is typed: what a browser puts back by itself may be another character's.
  form.autocomplete = "off";
  window.addEventListener("pagehide", () => keepTyped(typed));
  if (!typed.isKept()) derive();

  return {
    open: () => inTurn(open),
    changed(control) {
      const field = control.closest(".field");
      if (!field) return;
      typed.note(field);
      derive();
    },
    chosen(control) {
      const { value: id } = control;
      if (control.matches(".sheet-who") && id) {
        wanted = id;
        turnToAnother(() => {
          shown = undefined;
          playCharacter(book, id);
        });
      }
      if (!control.matches(".sheet-file") || control.files.length === 0) return;
      const [file] = control.files;
      turnToAnother(() => load(file));
      control.value = "";
    },
    press(pressed) {
      const { rollValue, do: action } = pressed.dataset;
      if (rollValue) changeNow({ what: "roll", more: { name: rollValue }, pressed });
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

function writeDown(what, { shown, sentence, seed = null }, form, book) {
  const whole = say("sheet_rolled", { name: what, roll: sentence });
  add({ what, shown, sentence: whole, seed, request: null, ...placeOf(form), book });
  return whole;
}

// The sheet alone, without the page around it.
function printSheet() {
  document.documentElement.dataset.printing = "sheet";
  window.addEventListener("afterprint", () => delete document.documentElement.dataset.printing, { once: true });
  window.print();
}
