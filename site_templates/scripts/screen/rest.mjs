// A rest after a fight: the book's own calculator is rolled for each character of this browser, and what it gives back is
// written on their sheets, until somebody takes it back.
import { button, element } from "../page/element.mjs";
import { say, told } from "../page/words.mjs";

/** @typedef {{ ask: Ask, party: () => KeptCharacter[], keep: (hero: KeptCharacter) => void, log: (what: string, shown: string, sentence: string, more?: Partial<LoggedRoll>) => unknown }} Resting */
/** @typedef {{ hero: string, name: string, by: Value }} Step */

// What rest, and who takes it -> what is said of each, and the way back.
/** @param {RestRules} rest @param {Resting} about @returns {Promise<HTMLElement[]>} */
export async function takeRest(rest, about) {
  /** @type {Step[]} */
  const back = [];
  const said = [];
  for (const hero of about.party()) said.push(element("p", {}, await restOf(hero, rest, about, back)));
  const undo = button(say("undo_move"), async () => {
    const words = await moveAll(back.toReversed(), about);
    undo.replaceWith(...words.map((each) => element("p", {}, each)));
  });
  return back.length > 0 ? [...said, undo] : said;
}

/** @param {KeptCharacter} hero @param {RestRules} rest @param {Resting} about @param {Step[]} back */
async function restOf(hero, { name, calculator, given = {} }, about, back) {
  const who = say("titled", { title: name, text: hero.label || say("sheet_nameless") });
  const answer = await about.ask({ kind: "calculator", do: "roll", calculator, inputs: given, character: hero.character });
  const problem = answer.problem ?? answer.problems?.[0];
  if (problem || !("changes" in answer)) return say("titled", { title: who, text: problem ? told(problem) : "" });
  about.log(who, answer.results[0]?.shown ?? "", say("titled", { title: who, text: answer.sentence }), { seed: answer.seed });
  const moved = await moveAll(answer.changes.map((move) => ({ hero: hero.id, name: move.name, by: move.by })), about, back);
  return say("titled", { title: who, text: [answer.text, ...moved].join(" ") });
}

// Tracks of characters, one after the other -> what is said of each. What leads back is added to `back`.
/** @param {Step[]} steps @param {Resting} about @param {Step[]} [back] */
async function moveAll(steps, { ask, party, keep, log }, back = []) {
  const words = [];
  for (const { hero: id, name, by } of steps) {
    const hero = party().find((each) => each.id === id);
    if (!hero) continue;
    const answer = await ask({ kind: "sheet", do: "change", character: hero.character, name, by });
    if (answer.problem || !answer.move) continue;
    const { label, before, after, most } = answer.move;
    keep({ ...hero, character: answer.character, values: answer.values });
    back.push({ hero: id, name, by: answer.move.back });
    const sentence = say("track_moved", { name: label, before, after, most });
    log(hero.label, String(after), say("titled", { title: hero.label, text: sentence }));
    words.push(sentence);
  }
  return words;
}
