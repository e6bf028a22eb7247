// Those who take part in a fight: the row of each, their initiative, and the rest that they take afterwards.
import { button, element } from "../page/element.mjs";
import { say, told } from "../page/words.mjs";

// The name, what is left, what has happened to them, and what can be done, all within a thumb's reach.
// A fighter, what is known of them and of the moment, what can be done -> the row.
/** @param {Fighter} fighter @param {FighterState & { isNow: boolean, canBeHit: boolean, statuses: { name: string, meaning: string }[] }} about @param {FightActs} acts */
export function fighterRow(fighter, { points, most, isNow, canBeHit, statuses }, acts) {
  const { id, name } = fighter;
  const step = (/** @type {number} */ by) => button(by < 0 ? "−" : "+", () => acts.move(fighter, by), { id: `${by < 0 ? "less" : "more"}-${id}`, class: "step", "aria-label": say(by < 0 ? "fight_less" : "fight_more", { name }) });
  const meter = element("meter", { min: "0", max: String(Math.max(1, most)), value: String(points), "aria-hidden": "true" });
  const left = element("span", { class: "fighter-points" }, say("fight_points", { points, most }));
  const hit = canBeHit && points > 0 ? button(say("fight_attack"), () => acts.attack(fighter), { id: `hit-${id}`, class: "hit", "aria-label": say("fight_attack_on", { name }) }) : null;
  const [choose, choices] = statusChoice(fighter, statuses, acts);
  const down = points <= 0 ? element("em", {}, ` ${say("fight_down", { name: "" }).trim()}`) : null;
  return element("li", { class: `fighter${isNow ? " now" : ""}${points <= 0 ? " down" : ""}`, "aria-current": isNow ? "true" : null },
    element("div", { class: "fighter-line" },
      element("span", { class: "fighter-turn" }, fighter.initiative === null ? "" : String(fighter.initiative)),
      element("strong", { class: "fighter-name" }, name, down), hit),
    element("div", { class: "fighter-line" }, step(-1), left, step(1), meter, choose, button("×", () => acts.remove(fighter), { class: "quiet", "aria-label": say("fight_remove", { name }) })),
    choices,
    fighter.statuses.length > 0 ? element("ul", { class: "fighter-statuses" }, ...fighter.statuses.map((status) => statusLine(fighter, status, statuses, acts))) : null);
}

// A button that opens a row of others, each as large as a thumb: two taps, without the browser's own list in between.
/** @param {Fighter} fighter @param {{ name: string }[]} statuses @param {FightActs} acts @returns {[HTMLElement, HTMLElement] | [null, null]} */
function statusChoice(fighter, statuses, acts) {
  const free = statuses.filter(({ name }) => !fighter.statuses.some((each) => each.name === name));
  if (free.length === 0) return [null, null];
  const own = `status-${fighter.id}`;
  const called = say("fight_status_of", { name: fighter.name });
  const choose = button(say("fight_add_status"), () => open(choices.hidden !== false), { id: own, "aria-label": called, "aria-expanded": "false", "aria-controls": `${own}-choices` });
  const give = (/** @type {string} */ name) => {
    // The row is rebuilt, and the keyboard focus stays where it was.
    choose.focus();
    acts.status(fighter, name, null);
  };
  const choices = element("div", { class: "status-choices", id: `${own}-choices`, role: "group", "aria-label": called, hidden: true }, ...free.map(({ name }) => button(name, () => give(name))));
  const open = (/** @type {boolean} */ isOpen) => {
    choices.hidden = !isOpen;
    choose.setAttribute("aria-expanded", String(isOpen));
  };
  return [choose, choices];
}

// What the status does, and how long it lasts; without a number, until somebody ends it.
/** @param {Fighter} fighter @param {FighterStatus} status @param {{ name: string, meaning: string }[]} known @param {FightActs} acts */
function statusLine(fighter, { name, rounds }, known, acts) {
  const meaning = known.find((each) => each.name === name)?.meaning ?? "";
  const shown = rounds === null ? name : say("fight_lasts", { status: name, count: rounds });
  return element("li", {},
    element("details", {}, element("summary", {}, shown), element("p", {}, meaning),
      element("p", { class: "fighter-line" },
        button(say("fight_rounds_more"), () => acts.status(fighter, name, Math.min(99, (rounds ?? 0) + 1)), { class: "quiet" }),
        button(say("fight_status_end"), () => acts.status(fighter, name, 0), { class: "quiet" }))));
}

/** @typedef {{ ask: Ask, rules: FightRules, fight: () => Fight, save: (next: Fight) => void, state: (fighter: Fighter) => FighterState, log: (what: string, shown: string, sentence: string) => unknown }} Fighting */

// Everybody in a fight rolls by the book's rule, and so does whoever joins it later.
// Those in the fight -> the fight at its beginning, with what each rolled; and how each roll came about, in words.
/** @param {Fighting} about */
export async function rollForAll({ fight, save, ...about }) {
  const rolled = await rollFor(fight().fighters, about);
  save({ round: 0, turn: null, fighters: fight().fighters.map((each) => ({ ...each, initiative: rolled.get(each.id)?.total ?? null })) });
  return [...rolled.values()].map(({ words }) => words);
}

// Once a fight has begun, whoever came without an initiative rolls for one, also those who came while the dice fell.
/** @param {Fighting} about */
export async function joinOrder({ fight, save, ...about }) {
  if (fight().turn === null) return;
  const late = fight().fighters.filter(({ initiative }) => initiative === null);
  if (late.length === 0) return;
  const rolled = await rollFor(late, about);
  save({ ...fight(), fighters: fight().fighters.map((each) => ({ ...each, initiative: each.initiative ?? rolled.get(each.id)?.total ?? null })) });
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

/** @typedef {{ ask: Ask, party: () => StoredCharacter[], save: (hero: StoredCharacter) => void, log: (what: string, shown: string, sentence: string, more?: Partial<LoggedRoll>) => unknown }} Resting */
/** @typedef {{ hero: string, name: string, by: Value }} Step */

// A rest after a fight: the book's own calculator is rolled for each character of this browser, and what it gives back is
// written on their sheets, until somebody takes it back.
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

/** @param {StoredCharacter} hero @param {RestRules} rest @param {Resting} about @param {Step[]} back */
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
async function moveAll(steps, { ask, party, save, log }, back = []) {
  const words = [];
  for (const { hero: id, name, by } of steps) {
    const hero = party().find((each) => each.id === id);
    if (!hero) continue;
    const answer = await ask({ kind: "sheet", do: "change", character: hero.character, name, by });
    if (answer.problem || !answer.move) continue;
    const { label, before, after, most } = answer.move;
    save({ ...hero, character: answer.character, values: answer.values });
    back.push({ hero: id, name, by: answer.move.back });
    const sentence = say("track_moved", { name: label, before, after, most });
    log(hero.label, String(after), say("titled", { title: hero.label, text: sentence }));
    words.push(sentence);
  }
  return words;
}
