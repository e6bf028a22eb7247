// What a calculator came to, for the reader's sheet: a quiet button for each track that it changes, and the way back.
import { writeDown } from "../log/log.mjs";
import { button, element } from "../page/element.mjs";
import { say, told } from "../page/words.mjs";
import { storeCharacter, playersOf } from "./character.mjs";

// Moves that the engine offers, how to ask it, where they are shown -> a line for each.
/** @param {TrackMove[]} moves @param {{ ask: Ask, book: string, place: Place }} about */
export function offerChanges(moves, about) {
  const players = playersOf(about.book);
  return moves.map((move) => offer(move, { ...about, hero: players[move.player]?.id }));
}

/** @typedef {{ ask: Ask, book: string, place: Place, hero: string | undefined }} About */

/** @param {TrackMove} move @param {About} about */
function offer(move, about) {
  const line = element("span", { class: "run-change" });
  const { label: name, by } = move;
  const words = isNegative(by) ? say("take_off", { amount: positive(by), name }) : say("give_back", { amount: positive(by), name });
  const back = (/** @type {TrackMove} */ made) => button(say("undo_move"), () => carryOut({ ...made, by: made.back }, () => [apply]));
  const apply = button(words, () => carryOut(move, (made) => [sentence(made), " ", back(made)]));
  line.append(apply);

  /** @param {TrackMove} wanted @param {(made: TrackMove) => Child[]} then */
  async function carryOut(wanted, then) {
    const made = await moveTrack(wanted, about);
    const shown = typeof made === "string" ? [made] : then(made);
    line.replaceChildren(...shown.map((each) => each ?? ""));
    // After a key press the focus is on the button that replaced it.
    line.querySelector("button")?.focus({ preventScroll: true });
  }
  return line;
}

// -> how the track moved, kept and written down; or why it did not.
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
