// The roll log as a list: each roll with its dice, its place in the book, and what can be done with it.
import { diceBox } from "../dice/dice_box.mjs";
import { progressBar } from "../engine/waiting.mjs";
import { button, element } from "../page/element.mjs";
import { addressOf, placeOf } from "../page/place.mjs";
import { say, told } from "../page/words.mjs";
import { add, canUndo, clear, entries, onChange, undoClear } from "./log.mjs";
import { readDice, readReplay, replayAddress } from "./roll_link.mjs";

const SHOWN = 50;

// How to reach the engine -> the list with its actions.
export function logList(engine) {
  const list = element("ol", { class: "log-list" });
  const output = element("output", { class: "log-said" });
  const actions = element("p", { class: "log-actions" });
  const empty = element("p", { class: "log-empty" }, say("log_empty"));
  const show = () => {
    const all = entries();
    list.replaceChildren(...all.slice(0, SHOWN).map((entry) => line(entry, engine, output)));
    empty.hidden = all.length > 0;
    list.hidden = all.length === 0;
    actions.replaceChildren(...actionsFor(all, output));
  };
  onChange(show);
  show();
  return element("section", { class: "log", "aria-labelledby": "rb-log-title" },
    element("h2", { id: "rb-log-title" }, say("log_title")), empty, list, actions, output);
}

function line(entry, engine, output) {
  const address = entry.path ? addressOf(entry.path) : null;
  const place = address ? element("a", { href: address }, entry.title) : entry.title;
  return element("li", {},
    element("p", { class: "log-what" }, element("strong", {}, entry.shown), " ", entry.what),
    element("p", { class: "log-sentence" }, entry.sentence),
    element("p", { class: "log-place" }, place),
    element("p", { class: "log-line-actions" }, ...lineActions(entry, engine, output)));
}

function lineActions(entry, engine, output) {
  const said = (words) => output.replaceChildren(words);
  const copy = (text) => () => copied(text, said);
  const about = (words) => ({ class: "quiet", "aria-label": say("titled", { title: words, text: entry.what }) });
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

async function rollAgain(entry, engine, output) {
  const answer = await engine.ask(entry.request);
  const rolled = answer.roll ?? answer.table ?? answer;
  if (answer.problem && engine.failed()) engine.repeat(output, () => rollAgain(entry, engine, output));
  if (answer.problem || !rolled.sentence) return output.replaceChildren(answer.problem ? told(answer.problem) : say("not_again"));
  // A calculator has several results.
  const shown = String(rolled.shown ?? rolled.total ?? rolled.results.map((result) => result.shown).join(", "));
  const sentence = rolled.results ? say("titled", { title: entry.what, text: rolled.sentence }) : rolled.sentence;
  add({ ...entry, ...placeFor(entry), shown, sentence, seed: answer.seed, faces: null });
  output.replaceChildren(rolled.spoken);
}

// It is rolled for the same place, wherever the reader stands now.
function placeFor(entry) {
  return entry.path ? { title: entry.title, path: entry.path } : placeOf(document.body);
}

function actionsFor(all, output) {
  const undo = canUndo() ? [button(say("undo_clear"), undoClear, { class: "quiet" })] : [];
  if (all.length === 0) return undo;
  return [
    button(say("clear_log"), () => {
      clear();
      output.replaceChildren(say("cleared"));
    }, { class: "quiet" }),
    button(say("save_log"), () => save(all), { class: "quiet" }),
    ...undo,
  ];
}

async function copied(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    said(say("copied"));
  } catch {
    said(say("not_copied"));
  }
}

function save(all) {
  const lines = all.map(({ at, sentence, title }) => `${new Date(at).toISOString()}\t${sentence}\t${title}\n`);
  const address = URL.createObjectURL(new Blob(lines.toReversed(), { type: "text/plain" }));
  element("a", { href: address, download: "rolls.txt" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// What lies in the panel: the dice box, what the engine is up to, and the log.

// The panel's element, how to reach the engine -> { offerShared(fragment) }
export function fillPanel(panel, engine) {
  const box = diceBox(engine);
  const close = button("×", () => panel.hidePopover(), { class: "tray-close", "aria-label": say("close") });
  panel.replaceChildren(close, element("h2", {}, say("dice_title")), box.form, engineState(engine), logList(engine));
  return {
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
function engineState(engine) {
  const words = element("p", { class: "engine-state", role: "status" });
  const bar = progressBar(engine);
  engine.onState(({ name, code, reason }) => {
    const again = button(say("try_again"), () => engine.retry(), { class: "quiet" });
    const said = { starting: [say("starting"), bar.shown], failed: [`${say("failed")} ${told({ code, message: reason })} `, again] };
    words.replaceChildren(...(said[name] ?? []));
  });
  return words;
}
