// The roll log as a list: each roll with its dice, its place in the book, and what can be done with it.
import { diceBox } from "../dice/dice_box.mjs";
import { progressBar } from "../engine/waiting.mjs";
import { button, element } from "../page/element.mjs";
import { addressOf, placeOf } from "../page/place.mjs";
import { saveFile } from "../page/save_and_print.mjs";
import { say, told } from "../page/words.mjs";
import { canUndo, clear, entries, onChange, reveal, undoClear, writeDown } from "./log.mjs";
import { readDice, readReplay, replayAddress } from "./roll_link.mjs";

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
  // They stay the same buttons: one that is replaced while it is pressed would not be pressed.
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

// A secret stays one, in the list and in a file, until it is shown.
/** @param {LogEntry} entry */
function inLog({ secret, sentence }) {
  return secret ? say("secret_rolled") : sentence;
}

/** @param {LogEntry} entry @param {BookEngine} engine @param {HTMLElement} output */
function lineActions(entry, engine, output) {
  const said = (/** @type {string} */ words) => output.replaceChildren(words);
  const copy = (/** @type {string} */ text) => () => copied(text, said);
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

/** @param {string} text @param {(words: string) => void} said */
async function copied(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    said(say("copied"));
  } catch {
    said(say("not_copied"));
  }
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
