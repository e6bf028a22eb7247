// The panel at the page's edge. The roll log as a list: each roll with its dice, its place in the book, and what can be done
// with it; the dice box; and links that carry dice to it.
import { diceBox } from "../dice/dice_box.mjs";
import { progressBar } from "../engine/waiting.mjs";
import { button, copyText, element } from "../page/element.mjs";
import { addressOf, placeOf, ROOT } from "../page/place.mjs";
import { saveFile } from "../page/save_and_print.mjs";
import { say, told } from "../page/words.mjs";
import { canUndo, clear, entries, onChange, reveal, undoClear, writeDown } from "./log.mjs";

const SHOWN = 50;

// How to reach the engine -> the list with its actions.
/** @param {BookEngine} engine */
function logList(engine) {
  const list = element("ol", { class: "log-list" });
  const output = element("output", { class: "log-said" });
  const empty = element("p", { class: "log-empty" }, say("log_empty"));
  const cleared = () => {
    clear();
    output.replaceChildren(say("cleared"));
  };
  // The same buttons throughout: one that is replaced while it is pressed would not be clicked.
  const ifAny = [button(say("clear_log"), cleared, { class: "quiet" }), button(say("save_log"), save, { class: "quiet" })];
  const undo = button(say("undo_clear"), undoClear, { class: "quiet" });
  const actions = element("p", { class: "log-actions" }, ...ifAny, undo);
  const show = () => {
    const all = entries();
    list.replaceChildren(...all.slice(0, SHOWN).map((entry) => line(entry, engine, output)));
    empty.hidden = all.length > 0;
    list.hidden = all.length === 0;
    for (const each of ifAny) each.hidden = all.length === 0;
    undo.hidden = !canUndo();
  };
  onChange(show);
  show();
  return element("section", { class: "log", "aria-labelledby": "rb-log-title" },
    element("h2", { id: "rb-log-title" }, say("log_title")), empty, list, actions, output);
}

/** @param {LogEntry} entry @param {BookEngine} engine @param {HTMLElement} output */
function line(entry, engine, output) {
  const address = entry.path ? addressOf(entry.path) : null;
  const place = address ? element("a", { href: address }, entry.title) : entry.title;
  const actions = entry.secret ? [button(say("reveal"), () => reveal(entry.id), { class: "quiet" })] : lineActions(entry, engine, output);
  return element("li", {},
    element("p", { class: "log-what" }, element("strong", {}, entry.secret ? "?" : entry.shown), " ", entry.what),
    element("p", { class: "log-sentence" }, inLog(entry)),
    element("p", { class: "log-place" }, place),
    element("p", { class: "log-line-actions" }, ...actions));
}

// A secret stays secret, in the list and in a file, until it is revealed.
/** @param {LogEntry} entry */
function inLog({ secret, sentence }) {
  return secret ? say("secret_rolled") : sentence;
}

/** @param {LogEntry} entry @param {BookEngine} engine @param {HTMLElement} output */
function lineActions(entry, engine, output) {
  const copy = (/** @type {string} */ text) => () => copyText(text, say("copied"), (words) => output.replaceChildren(words));
  const about = (/** @type {string} */ words) => ({ class: "quiet", "aria-label": say("titled", { title: words, text: entry.what }) });
  const own = entry.request && entry.book === (engine.book ?? "");
  const shared = entry.request?.kind === "roll" && (entry.seed ?? entry.faces) !== null && addressOf(entry.path)
    ? replayAddress({ expression: entry.request.expression, seed: entry.seed, faces: entry.faces, values: entry.request.values, path: entry.path })
    : null;
  return [
    own ? button(say("again"), () => rollAgain(entry, engine, output), about(say("again"))) : null,
    button(say("copy"), copy(`${entry.sentence} (${entry.title})`), about(say("copy"))),
    shared ? button(say("copy_link"), copy(shared), about(say("copy_link"))) : null,
  ].filter(Boolean);
}

/** @param {LogEntry} entry @param {BookEngine} engine @param {HTMLElement} output */
async function rollAgain(entry, engine, output) {
  const { what, book, request } = entry;
  if (request === null) return;
  const answer = await engine.ask(request);
  if (answer.problem && engine.failed()) engine.repeat(output, () => rollAgain(entry, engine, output));
  if (answer.problem) return output.replaceChildren(told(answer.problem));
  if (answer.kind === "calculator" && answer.problems) return output.replaceChildren(say("not_again"));
  const { shown, sentence, spoken } = inWords(what, answer);
  writeDown({ what, shown, sentence, place: placeFor(entry), book, seed: answer.seed, request });
  output.replaceChildren(spoken);
}

// What was rolled and what came of it -> what the log says.
/** @param {string} what @param {RollAnswer | TableAnswer | RunAnswer} answer */
function inWords(what, answer) {
  switch (answer.kind) {
    case "roll":
      return answer.roll;
    case "table":
      return { ...answer.table, shown: String(answer.table.total) };
    case "calculator":
      return { ...answer, shown: answer.results.map(({ shown }) => shown).join(", "), sentence: say("titled", { title: what, text: answer.sentence }) };
  }
}

// It is rolled for the same place, wherever the reader is now.
/** @param {LogEntry} entry */
function placeFor(entry) {
  return entry.path ? { title: entry.title, path: entry.path } : placeOf(document.body);
}

function save() {
  const lines = entries().map((entry) => `${new Date(entry.at).toISOString()}\t${inLog(entry)}\t${entry.title}\n`);
  saveFile("rolls.txt", "text/plain", lines.toReversed().join(""));
}

// What is in the panel: the dice box, what the engine is up to, and the log.

// The panel's element, how to reach the engine -> { offerShared(fragment) }
/** @param {HTMLElement} panel @param {BookEngine} engine */
export function fillPanel(panel, engine) {
  const box = diceBox(engine);
  const close = button("×", () => panel.hidePopover(), { class: "tray-close", "aria-label": say("close") });
  panel.replaceChildren(close, element("h2", {}, say("dice_title")), box.form, engineState(engine), logList(engine));
  return {
    /** @param {string} fragment */
    offerShared(fragment) {
      const roll = readReplay(fragment);
      const dice = readDice(fragment);
      if (!roll && !dice) return;
      panel.showPopover();
      if (roll) box.offer(roll);
      else box.ask(dice);
    },
  };
}

// Says when the engine comes, and what to do when it does not.
/** @param {BookEngine} engine */
function engineState(engine) {
  const words = element("p", { class: "engine-state", role: "status" });
  const bar = progressBar(engine);
  engine.onState(({ name, code, reason }) => {
    const again = button(say("try_again"), () => engine.retry(), { class: "quiet" });
    if (name === "starting") words.replaceChildren(say("starting"), bar.shown);
    else if (name === "failed") words.replaceChildren(`${say("failed")} ${told({ code, message: reason })} `, again);
    else words.replaceChildren();
  });
  return words;
}

// Links that carry dice in their fragment. `#roll=` has an expression, its seed or its faces, and its numbers: a roll that
// someone shares. `#dice=` has only an expression: dice of the printed book. Opening either rolls nothing; it lays the dice out
// in the dice box, and the reader's click does the rest. They may come from anybody.

const LONGEST_FRAGMENT = 2_000;
const LONGEST_EXPRESSION = 300;
const LONGEST_NAME = 80;
const MOST_NAMES = 12;
const LARGEST_VALUE = 1_000_000;

// { expression, seed or faces, values, path } -> the address to share.
/** @param {{ expression: string, seed: number | null, faces: number[] | null, values?: Record<string, Value>, path: string }} given */
export function replayAddress({ expression, seed, faces, values = {}, path }) {
  const address = new URL(path, ROOT);
  const parts = new URLSearchParams({ roll: expression, ...(faces ? { faces: faces.join() } : { seed: String(seed) }) });
  for (const [name, value] of Object.entries(values)) parts.append("with", `${name}=${value}`);
  address.hash = parts.toString();
  return address.href;
}

// A fragment -> { expression, chance: { seed } or { faces }, values }, or null for anything that is not such a roll.
/** @param {string} fragment @returns {SharedRoll | null} */
export function readReplay(fragment) {
  if (!fragment.startsWith("#roll=") || fragment.length > LONGEST_FRAGMENT) return null;
  const parts = new URLSearchParams(fragment.slice(1));
  const expression = (parts.get("roll") ?? "").trim();
  const chance = readChance(parts);
  const given = parts.getAll("with").slice(0, MOST_NAMES);
  const numbers = given.flatMap((text) => readValue(text) ?? []);
  if (!expression || expression.length > LONGEST_EXPRESSION || chance === null || numbers.length < given.length) return null;
  return { expression, chance, values: Object.fromEntries(numbers) };
}

/** @param {URLSearchParams} parts @returns {DiceToThrow | null} */
function readChance(parts) {
  const faces = parts.get("faces") ?? "";
  if (/^-?\d{1,7}(?:,-?\d{1,7})*$/.test(faces)) return { faces: faces.split(",").map(Number) };
  const seed = Number(parts.get("seed"));
  return /^\d{1,16}$/.test(parts.get("seed") ?? "") && Number.isSafeInteger(seed) ? { seed } : null;
}

// A fragment -> the expression in it, or "" for anything that is not such dice.
/** @param {string} fragment */
export function readDice(fragment) {
  if (!fragment.startsWith("#dice=") || fragment.length > LONGEST_FRAGMENT) return "";
  const expression = (new URLSearchParams(fragment.slice(1)).get("dice") ?? "").trim();
  return expression.length > LONGEST_EXPRESSION ? "" : expression;
}

/** @param {string} text @returns {[[string, number]] | null} */
function readValue(text) {
  const found = /^([^=]+)=(-?\d{1,7})$/.exec(text);
  if (!found || found[1].length > LONGEST_NAME || Math.abs(Number(found[2])) > LARGEST_VALUE) return null;
  return [[found[1], Number(found[2])]];
}
