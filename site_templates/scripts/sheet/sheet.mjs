// One character sheet of a page. Whatever changes the character waits its turn: each change begins with the character that
// the one before it left, and none is written to a character other than the one it was made for.
import { debounce, fieldsOf, isChanged, toggle } from "../calculator/fields.mjs";
import { refusal } from "../engine/waiting.mjs";
import { button } from "../page/element.mjs";
import { placeOf } from "../page/place.mjs";
import { printAlone } from "../page/save_and_print.mjs";
import { say } from "../page/words.mjs";
import { calledIn, charactersOn, copyCharacter, dropCharacter, storeCharacter, playCharacter, sheetOf } from "./character.mjs";
import { readFile, readLink, saveCharacter } from "./character_file.mjs";
import { growList, pressIn, trackLog, typedInto } from "./kinds.mjs";
import { takePicture } from "./picture.mjs";
import { gainedXp, levelChoices, listCharacters, logRolled, nameOf, remarksOn, showSheet, tellLink } from "./show_sheet.mjs";

/** @typedef {ReturnType<typeof typedInto>} Typed */
const PAUSE = 140;
const rulesName = () => document.documentElement.dataset.rules ?? "";

// Its section, how to reach the engine -> { open, changed(control), chosen(control), press(button) }
/** @param {Written} section @param {BookEngine} engine */
export function makeSheet(section, engine) {
  const form = section.querySelector("form");
  const output = form.querySelector(".widget-result");
  const { page } = engine;
  const book = page.book ?? ""; // no page has a sheet without one
  let shown = /** @type {StoredCharacter | null | undefined} */ (undefined); // the entry in the form; null: a new character, of which nothing is stored yet; undefined: nothing at all
  let base = /** @type {Partial<Character> | null} */ (null); // the character as the engine last described it, or as it was stored
  let filled = false; // whether it is in the fields
  let wanted = /** @type {string | null} */ (null); // the character that was chosen from the list, until it is its turn
  let typed = typedInto(form, fieldsOf(form).filter(isChanged));
  const tracks = trackLog(() => ({ place: placeOf(form), book }));
  let turn = /** @type {Promise<unknown>} */ (Promise.resolve());

  /** @param {...Child} words */
  const tell = (...words) => output.replaceChildren(...words);
  /** @param {"new" | "derive" | "roll" | "xp" | "level" | "unlevel"} what @param {Omit<SheetRequest, "kind">} [more] */
  const ask = (what, more = {}) => engine.askAbout(page)({ kind: "sheet", do: what, sheet: section.dataset.sheet, ...more });
  const sheets = section.dataset.sheets.split(" ");
  const ownCharacters = () => charactersOn(book, section.dataset.sheet, sheets);
  let fragment = location.hash; // it may bring a character, which is offered once
  /** @param {() => unknown} work */
  const inTurn = (work) => {
    turn = turn.then(work).catch(reportError);
  };
  /** @param {Problem} problem @param {HTMLElement} pressed @param {() => unknown} again */
  const refuse = (problem, pressed, again) => tell(...refusal(problem, engine, pressed, () => inTurn(again)));

  function list() {
    if (shown?.id === wanted) wanted = null;
    listCharacters(form, ownCharacters().entries, shown, wanted);
  }

  // The engine's answer about another character than before -> in the fields.
  /** @param {SheetAnswer} answer @param {{ quiet?: boolean }} [about] */
  function fillIn(answer, { quiet = false } = {}) {
    // What could not be reported before is reported now.
    if (output.querySelector(".problem")) tell();
    base = answer.character;
    filled = true;
    typed.write(answer);
    showSheet(form, quiet ? { ...answer, problems: [] } : answer);
  }

  // A character, its values under these rules -> in the browser; false: there is no room.
  /** @param {Partial<Character>} character @param {Record<string, Value>} values @param {string} [rules] */
  function save(character, values, rules = rulesName()) {
    const label = calledIn(character, section.dataset.namedBy) || say("sheet_nameless");
    const made = storeCharacter(book, { id: shown?.id, label, character, values, rules });
    if (made === null) tell(say("sheet_full"));
    else shown = made;
    base = character;
    list();
    return made !== null;
  }

  // What was typed, over the character that it was typed for.
  /** @param {Typed} own */
  const written = (own) => ({ ...base, sheet: section.dataset.sheet, fields: { ...base?.fields, ...own.values() } });

  // Without an engine, or without time to ask it: what was typed is stored, and worked out when it is next opened.
  /** @param {Typed} own */
  function saveTyped(own) {
    if (own.isSaved()) return;
    own.onceSaved()();
    save(written(own), shown?.values ?? {}, "");
  }

  // A question about the character with what was typed -> stored, the rolls written down and shown.
  /** @param {Typed} own @param {SheetQuestion} [about] */
  async function change(own, { what = "derive", more = {}, words = () => [], pressed = null } = {}) {
    const onceSaved = own.onceSaved();
    const answer = await ask(what, { character: written(own), ...more });
    if (answer.problem) {
      refuse(answer.problem, pressed ?? form, pressed ? () => change(own, { what, more, words, pressed }) : open);
      if (engine.failed()) saveTyped(own);
      return;
    }
    onceSaved();
    own.settle(answer);
    showSheet(form, answer);
    if (!save(answer.character, answer.values)) return;
    const rolls = answer.rolls.map(({ name, ...rolled }) => logRolled(nameOf(form, name), rolled, { place: placeOf(form), book }));
    const said = [...words(answer), ...rolls].join(" ");
    if (said || output.querySelector(".problem")) tell(said);
  }

  // Of the character that is in the form now, whichever it is when its turn comes.
  /** @param {SheetQuestion} [question] */
  function changeNow(question = {}) {
    const own = typed;
    inTurn(() => change(own, question));
  }

  // The character being played -> in the form, unless it is there already.
  async function open() {
    const entry = ownCharacters().shown;
    const current = entry ? entry.rules === rulesName() && JSON.stringify(entry.character) === JSON.stringify(shown?.character) : shown === null;
    if (filled && current && entry?.id === shown?.id) return list();
    // Another tab plays another; what was typed here was not meant for that one.
    if (shown && entry?.id !== shown.id) saveTyped(typed);
    shown = ownCharacters().shown;
    base = shown?.character ?? null;
    filled = false;
    const answer = await ask(shown ? "derive" : "new", { character: shown?.character });
    if (answer.problem) return refuse(answer.problem, form, open);
    fillIn(answer, { quiet: shown === null });
    // The book's rules may have changed since it was stored: then its values are worked out again.
    if (shown && shown.rules !== rulesName()) save(answer.character, answer.values);
    list();
  }

  /** @param {HTMLElement} pressed @returns {Promise<void>} */
  async function start(pressed) {
    [shown, base, filled] = [null, null, false];
    const answer = await ask("new");
    if (answer.problem) return refuse(answer.problem, pressed, () => start(pressed));
    fillIn(answer, { quiet: true });
    list();
    tell(say("sheet_started"));
  }

  /** @param {() => ReturnType<typeof readFile>} read @returns {Promise<void>} */
  async function load(read) {
    const { characters, problem } = await read();
    if (problem !== undefined) return tell(say(problem));
    /** @type {string[]} */
    const remarks = [];
    for (const character of characters) {
      const answer = await ask("derive", { character });
      if (answer.problem) return refuse(answer.problem, form.querySelector("[data-do='load']"), () => load(read));
      remarks.push(...remarksOn(answer));
      shown = null;
      // A character of another sheet of this book is found there.
      if (answer.character.sheet === section.dataset.sheet) fillIn(answer);
      if (!save(answer.character, answer.values)) return;
    }
    tell([say("sheet_loaded", { count: characters.length }), ...remarks.slice(0, 3)].join(" "));
  }

  // A character that came with the link: taken over when the reader says so.
  async function offerSent() {
    const asked = fragment;
    fragment = "";
    const sent = await readLink(asked);
    if (sent === null || sheetOf(sent, sheets) !== section.dataset.sheet) return;
    const name = calledIn(sent, section.dataset.namedBy) || say("sheet_nameless");
    tell(say("sheet_sent", { name }), " ", button(say("sheet_take"), () => turnToAnother(() => load(async () => ({ characters: [sent] })))));
  }

  // What follows is about another character: what was typed for this one is stored first.
  /** @param {() => unknown} work */
  function turnToAnother(work) {
    const own = typed;
    if (!own.isSaved()) inTurn(() => change(own));
    typed = typedInto(form);
    tracks.end();
    for (const words of form.querySelectorAll("[data-own]")) words.removeAttribute("data-own");
    inTurn(work);
  }

  /** @type {Record<string, (pressed: Written) => unknown>} */
  const actions = {
    new: (pressed) => turnToAnother(() => start(pressed)),
    save: () => shown && saveCharacter(book, shown),
    load: () => form.querySelector(".sheet-file").click(),
    link: () => shown && tellLink(form, shown.character, tell),
    print: () => printAlone("sheet"),
    delete() {
      typed = typedInto(form);
      inTurn(() => {
        const gone = shown;
        if (!gone) return;
        shown = undefined;
        dropCharacter(book, gone.id);
        tell(say("sheet_deleted", { name: gone.label }), " ", button(say("undo_clear"), () => {
          tell(say("sheet_back", { name: gone.label }));
          storeCharacter(book, gone);
        }));
      });
    },
    xp: (pressed) => changeNow({ what: "xp", ...gainedXp(form), pressed }),
    level: (pressed) => changeNow({ what: "level", more: { chosen: levelChoices(form) }, words: (answer) => [say("sheet_risen", { level: answer.shown.level })], pressed }),
    unlevel: (pressed) => changeNow({ what: "unlevel", words: (answer) => [say("sheet_fallen", { level: answer.shown.level })], pressed }),
    copy: () => turnToAnother(() => shown && tell(copyCharacter(book, shown, section.dataset.namedBy))),
    how: (pressed) => toggle(pressed, section),
  };
  const derive = debounce(() => typed.isSaved() || changeNow(), PAUSE);
  // The sheet stores what is typed; what a browser fills in by itself may be another character's.
  form.autocomplete = "off";
  window.addEventListener("pagehide", () => saveTyped(typed));
  if (!typed.isSaved()) derive();
  return {
    open: () => inTurn(() => open().then(offerSent)),
    /** @param {Element} control */
    changed(control) {
      const field = control.closest(".field");
      // A picture is read first: then it is changed.
      if (!field || control.matches(".picture-file")) return;
      growList(field);
      tracks.write(field);
      typed.note(field);
      derive();
    },
    /** @param {any} control */
    chosen(control) {
      const { value: id } = control;
      if (control.matches(".sheet-who") && id) {
        wanted = id;
        turnToAnother(() => {
          shown = undefined;
          playCharacter(book, id);
        });
      }
      if (control.matches(".picture-file")) takePicture(control).then((field) => field && this.changed(field));
      if (!control.matches(".sheet-file") || control.files.length === 0) return;
      const [file] = control.files;
      turnToAnother(() => load(() => readFile(file)));
      control.value = "";
    },
    /** @param {Written} pressed */
    press(pressed) {
      const { rollValue, do: action } = pressed.dataset;
      const field = pressIn(pressed);
      if (field) this.changed(field);
      if (rollValue) changeNow({ what: "roll", more: { name: rollValue }, pressed });
      if (action) actions[action](pressed);
    },
  };
}
