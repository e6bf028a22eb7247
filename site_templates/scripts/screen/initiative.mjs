// Who acts when: everybody in a fight rolls by the book's rule, and so does whoever joins it later.
import { told } from "../page/words.mjs";

/** @typedef {{ ask: Ask, rules: FightRules, fight: () => Fight, keep: (next: Fight) => void, state: (fighter: Fighter) => FighterState, log: (what: string, shown: string, sentence: string) => unknown }} Fighting */

// Those in the fight -> it stands at its beginning, with what each rolled. -> how each roll came about, in words
/** @param {Fighting} about */
export async function rollForAll({ fight, keep, ...about }) {
  const rolled = await rollFor(fight().fighters, about);
  keep({ round: 0, turn: null, fighters: fight().fighters.map((each) => ({ ...each, initiative: rolled.get(each.id)?.total ?? null })) });
  return [...rolled.values()].map(({ words }) => words);
}

// Once a fight has begun, whoever came without an initiative rolls for one, also those who came while the dice fell.
/** @param {Fighting} about */
export async function joinOrder({ fight, keep, ...about }) {
  if (fight().turn === null) return;
  const late = fight().fighters.filter(({ initiative }) => initiative === null);
  if (late.length === 0) return;
  const rolled = await rollFor(late, about);
  keep({ ...fight(), fighters: fight().fighters.map((each) => ({ ...each, initiative: each.initiative ?? rolled.get(each.id)?.total ?? null })) });
  for (const { id, name } of late) about.log(name, String(rolled.get(id)?.total ?? ""), rolled.get(id)?.words ?? "");
}

/** @param {Fighter[]} fighters @param {Pick<Fighting, "ask" | "rules" | "state">} about */
async function rollFor(fighters, { ask, rules, state }) {
  const rolled = await Promise.all(fighters.map(async (fighter) => {
    const { hero, values } = state(fighter);
    const own = fighter.values.initiative;
    const expression = hero || own === undefined ? rules.initiative : String(own);
    const answer = await ask({ kind: "roll", expression, values: numbers(values), title: fighter.name });
    const result = answer.problem ? { total: null, words: told(answer.problem) } : { total: Number(answer.roll.total), words: answer.roll.sentence };
    return /** @type {const} */ ([fighter.id, result]);
  }));
  return new Map(rolled);
}

// A name's value in a formula is a number; dice and texts are for calculators.
/** @param {Record<string, Value>} values @returns {Record<string, number>} */
function numbers(values) {
  const known = Object.entries(values).map(([name, value]) => /** @type {[string, number]} */ ([name, Number(value)]));
  return Object.fromEntries(known.filter(([, value]) => Number.isFinite(value)));
}
