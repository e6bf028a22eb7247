// One run of a calculator as the engine tells it -> children for its <output>: in one line what happened and every die; how
// each number came about is shown while more of the rule is open (see widgets.css). And what it changes on the reader's
// sheet, as an offer.
import { shownRoll } from "../dice/show_roll.mjs";
import { writeDown } from "../log/log.mjs";
import { button, element, unheard, unseen } from "../page/element.mjs";
import { say, told } from "../page/words.mjs";
import { playersOf, storeCharacter } from "../sheet/character.mjs";

// `section` is the calculator in the page: the build put there what an outcome's Markdown looks like, with holes for numbers.
/** @param {RunAnswer} answer @param {ParentNode | null} [section] */
export function showRun(answer, section = null) {
  const results = new Set(answer.results.map(({ name }) => name));
  // Dice that no result shows were thrown all the same.
  const others = answer.steps.filter(({ name, dice }) => !results.has(name) && dice.length > 0);
  const lines = [...answer.results.map((each) => line(each, labelIn(section, "result", each.name, each.label))), ...others.map((each) => line(each, [each.name], "other"))];
  const rich = section?.querySelector(`[data-outcome-text="${answer.outcome}"]`);
  const words = rich ? filled(rich, answer.holes) : [answer.text];
  const text = answer.text ? element("span", { class: rich ? "outcome-text outcome-rich" : "outcome-text" }, ...words) : null;
  return [unseen(answer.spoken), unheard(text, " ", element("span", { class: "run-lines" }, ...lines))];
}

// What happened may send the reader to further dice: a button for each, beside the result, which speaks for itself.
/** @param {RunAnswer} answer @param {ParentNode} section */
export function rollsIn(answer, section) {
  const dice = section.querySelectorAll(`[data-outcome-text="${answer.outcome}"] [data-roll]`);
  return [...dice].map((each) => element("button", { type: "button", "data-roll": each.getAttribute("data-roll") }, each.textContent));
}

// A label as the build wrote its Markdown into the page; if it didn't, the engine's words.
/** @param {ParentNode | null} section @param {"result" | "outcome"} kind @param {string | number} key @param {string} words @returns {(Node | string)[]} */
export function labelIn(section, kind, key, words) {
  const rich = section?.querySelector(`[data-${kind}-label="${CSS.escape(String(key))}"]`);
  return rich ? filled(rich, []) : [words];
}

/** @param {Roll & { unit?: string }} rolled @param {(Node | string)[]} label @param {string} [kind] */
function line(rolled, label, kind = "") {
  const [, eyes] = shownRoll(rolled);
  const unit = rolled.unit ? ` ${rolled.unit}` : "";
  const certain = rolled.dice.length === 0 ? "certain" : "";
  return element("span", { class: `run-line ${kind} ${certain}`.trim() }, element("span", { class: "run-label" }, ...label), "\u00a0", eyes, unit);
}

// What fills an outcome's gaps is text, whatever it says. Links are words here: the sentence is heard once.
/** @param {Element} rich @param {string[]} holes @returns {Node[]} */
function filled(rich, holes) {
  const copy = /** @type {Element} */ (rich.cloneNode(true));
  for (const hole of copy.querySelectorAll("[data-hole]")) hole.replaceWith(holes[Number(hole.getAttribute("data-hole"))] ?? "");
  for (const link of copy.querySelectorAll("a")) link.replaceWith(...link.childNodes);
  return [...copy.childNodes];
}

// What a run came to, for the reader's sheet: a quiet button for each track that it changes, and the way back.

// Moves that the engine offers, how to ask it, where they are shown -> a line for each.
/** @param {TrackMove[]} moves @param {{ ask: Ask, book: string, place: Place }} about */
export function offerChanges(moves, about) {
  const players = playersOf(about.book);
  return moves.map((move) => offer(move, { ...about, hero: players[move.player]?.id }));
}

/** @typedef {{ ask: Ask, book: string, place: Place, hero: string | undefined }} About */

/** @param {TrackMove} move @param {About} about */
function offer(move, about) {
  const place = element("span", { class: "run-change" });
  const { label: name, by } = move;
  const words = isNegative(by) ? say("take_off", { amount: positive(by), name }) : say("give_back", { amount: positive(by), name });
  const back = (/** @type {TrackMove} */ made) => button(say("undo_move"), () => carryOut({ ...made, by: made.back }, () => [apply]));
  const apply = button(words, () => carryOut(move, (made) => [sentence(made), " ", back(made)]));
  place.append(apply);

  /** @param {TrackMove} wanted @param {(made: TrackMove) => Child[]} then */
  async function carryOut(wanted, then) {
    const made = await moveTrack(wanted, about);
    const shown = typeof made === "string" ? [made] : then(made);
    place.replaceChildren(...shown.map((each) => each ?? ""));
    // After a key press the focus is on the button that replaced it.
    place.querySelector("button")?.focus({ preventScroll: true });
  }
  return place;
}

// -> how the track moved, stored and written down; or why it did not.
/** @param {TrackMove} wanted @param {About} about @returns {Promise<TrackMove | string>} */
async function moveTrack({ name, by }, { ask, book, place, hero }) {
  const who = playersOf(book).find(({ id }) => id === hero);
  if (!who) return say("other_hero");
  const answer = await ask({ kind: "sheet", do: "change", character: who.character, name, by });
  if (answer.problem) return told(answer.problem);
  const move = /** @type {TrackMove} */ (answer.move);
  storeCharacter(book, { ...who, character: answer.character, values: answer.values });
  writeDown({ what: move.label, shown: String(move.after), sentence: sentence(move), place, book });
  return move;
}

/** @param {TrackMove} move */
function sentence({ label, before, after, most }) {
  return say("track_moved", { name: label, before, after, most });
}

/** @param {Value} amount */
const isNegative = (amount) => String(amount).startsWith("-");
/** @param {Value} amount */
const positive = (amount) => String(amount).replace("-", "");
