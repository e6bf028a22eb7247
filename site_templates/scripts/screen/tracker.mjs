// The tracker of a fight, on the page that has one: characters of this browser and foes of the book, by the book's own rules.
// It is fetched when its page is opened. Whatever happens is stored, and written in the log.
import { writeDown } from "../log/log.mjs";
import { announce, button, copyText, element } from "../page/element.mjs";
import { placeOf } from "../page/place.mjs";
import { setAside, storedValues } from "../page/storage.mjs";
import { say, told } from "../page/words.mjs";
import { charactersOf, storeCharacter, onCharacter, playCharacter } from "../sheet/character.mjs";
import { cleaned, FORM, hurt, inOrder, linkTo, NO_FIGHT, nextTurn, ownName, readLink, withFighter } from "./fight.mjs";
import { fighterRow, joinOrder, rollForAll, takeRest } from "./fighters.mjs";

const fights = storedValues(FORM, 200_000);

// The tracker's place in the page, how to reach the engine, a signal for the page's end -> filled, and kept up to date.
/** @param {Written} place @param {BookEngine} engine @param {AbortSignal} signal */
export function openTracker(place, engine, signal) {
  const book = engine.book ?? "";
  /** @type {FightRules} */
  const rules = JSON.parse(place.dataset.tracker);
  const name = `fight-${book}`;
  const where = placeOf(place);
  const list = element("ol", { class: "fighters" });
  const output = element("output", { class: "fight-said" });
  const bar = element("div", { class: "fight-bar" });
  const offered = element("div", { class: "fight-offer", hidden: true });
  place.append(bar, offered, output, list);

  /** @returns {Fight} */
  const fight = () => {
    const found = cleaned(fights.read(name));
    if (!found) setAside(name);
    return found ?? NO_FIGHT;
  };
  /** @param {Fight} next */
  const save = (next) => fights.write(name, next);
  /** @param {string} what @param {string} shown @param {string} sentence @param {Partial<LoggedRoll>} [more] */
  const log = (what, shown, sentence, more = {}) => writeDown({ what, shown, sentence, place: where, book, ...more });
  // A coach or a crew has a sheet, too, but no points to lose.
  const heroes = () => charactersOf(book).entries.filter(({ values }) => !Object.keys(values).length || rules.track in values);

  // A character's points are on its sheet; a foe's are here.
  /** @param {Fighter} fighter @returns {FighterState} */
  const state = (fighter) => {
    const hero = heroes().find(({ id }) => id === fighter.hero) ?? null;
    const held = hero?.values[rules.track];
    const most = hero?.values[`${rules.track}.max`];
    return { hero, points: typeof held === "number" ? held : fighter.points, most: typeof most === "number" ? most : fighter.most, values: hero ? hero.values : fighter.values };
  };
  const isUp = (/** @type {Fighter} */ fighter) => state(fighter).points > 0;

  /** @type {FightActs} */
  const acts = {
    async move(fighter, by, offers = []) {
      const before = state(fighter);
      if (before.hero) await moveHero(before.hero, by);
      else save(withFighter(fight(), fighter.id, (each) => hurt(each, by)));
      const after = state(fight().fighters.find(({ id }) => id === fighter.id) ?? fighter);
      const sentence = say("track_moved", { name: fighter.name, before: before.points, after: after.points, most: after.most });
      log(fighter.name, String(after.points), sentence);
      output.replaceChildren(sentence, after.points <= 0 ? ` ${say("fight_down", { name: fighter.name })}` : "", ...offers);
      show();
    },
    async attack(target) {
      const by = fight().fighters.find(({ id }) => id === fight().turn);
      if (!by || !rules.attack) return;
      const { damage } = rules.attack;
      const attacker = state(by);
      // A creature of the book attacks as its stat block says.
      const action = attacker.hero ? null : rules.foes.find((foe) => foe.name === by.values.foe)?.action;
      const calculator = action?.calculator ?? rules.attack.calculator;
      const against = calculator === rules.attack.calculator ? picked(rules.attack.against, state(target)) : {};
      const inputs = { ...(attacker.hero ? {} : action?.inputs ?? picked(rules.attack.by, attacker)), ...against };
      const request = { kind: /** @type {const} */ ("calculator"), do: /** @type {const} */ ("roll"), calculator, inputs, ...(attacker.hero ? { character: attacker.hero.character } : {}) };
      const answer = await engine.ask(request);
      const problem = answer.problem ?? answer.problems?.[0];
      if (problem || !("results" in answer)) return output.replaceChildren(problem ? told(problem) : "");
      const who = say("fight_attacks", { name: by.name, target: target.name });
      const lost = (/** @type {string | undefined} */ result) => answer.results.find(({ name: each }) => each === result);
      log(who, lost(damage)?.shown ?? "0", say("titled", { title: who, text: answer.sentence }), { seed: answer.seed });
      output.replaceChildren(element("strong", {}, who), " ", answer.text || answer.sentence, ...takeOff([[target, lost(damage)], [by, lost(rules.attack["own damage"])]]));
    },
    status(fighter, status, rounds) {
      const others = fighter.statuses.filter((each) => each.name !== status);
      const had = others.length < fighter.statuses.length;
      save(withFighter(fight(), fighter.id, (each) => ({ ...each, statuses: rounds === 0 ? others : [...others, { name: status, rounds }] })));
      const words = rounds === 0 ? say("fight_ends", { name: fighter.name, status }) : say("fight_status", { name: fighter.name, status });
      if (rounds === 0 || !had) log(fighter.name, status, words);
      announce(words);
    },
    remove: (fighter) => save({ ...fight(), fighters: fight().fighters.filter(({ id }) => id !== fighter.id) }),
  };

  // Who loses what by an attack -> a button for each; when one is pressed, the other is still there.
  /** @param {[Fighter, { total: Value } | undefined][]} losses */
  function takeOff(losses) {
    const left = new Set(/** @type {HTMLElement[]} */ ([]));
    for (const [fighter, result] of losses) {
      const amount = Number(result?.total ?? 0);
      /** @type {() => unknown} */
      const press = () => left.delete(offer) && acts.move(fighter, -amount, [...left]);
      const offer = element("span", {}, " ", button(say("take_off", { amount, name: fighter.name }), press, { class: "main" }));
      if (amount > 0) left.add(offer);
    }
    return left;
  }

  /** @param {StoredCharacter} hero @param {number} by */
  async function moveHero(hero, by) {
    const answer = await engine.ask({ kind: "sheet", do: "change", character: hero.character, name: rules.track, by });
    if (answer.problem) return output.replaceChildren(told(answer.problem));
    storeHero({ ...hero, character: answer.character, values: answer.values });
  }

  /** @param {StoredCharacter} hero */
  function storeHero(hero) {
    const { active } = charactersOf(book);
    storeCharacter(book, hero);
    // Whoever is hit isn't necessarily the one being played.
    if (active) playCharacter(book, active);
  }

  // Who of this browser's characters takes part, as they are now.
  const party = () => fight().fighters.map((fighter) => state(fighter).hero).filter((hero) => hero !== null);

  /** @param {RestRules} rest */
  async function restAll(rest) {
    output.replaceChildren(...await takeRest(rest, { ask: engine.ask, party, save: storeHero, log }));
    show();
  }

  const order = { ask: engine.ask, rules, fight, save, state, log };

  async function rollInitiative() {
    const words = await rollForAll(order);
    begin();
    await joinOrder(order);
    const turns = inOrder(fight().fighters).map((each) => `${each.name} ${each.initiative ?? "–"}`).join(say("comma"));
    log(say("fight_initiative"), fight().fighters.length.toString(), say("titled", { title: say("fight_initiative"), text: `${turns}. ${words.join(" ")}` }));
    output.replaceChildren(turns);
  }

  function begin() {
    const { fight: next, ended } = nextTurn(fight(), isUp);
    save(next);
    const now = next.fighters.find(({ id }) => id === next.turn);
    const words = now ? [say("fight_turn", { name: now.name, round: next.round }), ...ended.map((each) => say("fight_ends", each))] : [];
    if (now) log(say("fight_round", { round: next.round }), now.name, words.join(" "));
    output.replaceChildren(words.join(" "));
  }

  async function addHeroes() {
    const { fighters } = fight();
    const more = heroes().filter(({ id }) => !fighters.some((each) => each.hero === id));
    save({ ...fight(), fighters: more.reduce((all, hero) => [...all, made(hero.label || say("sheet_nameless"), hero.id, 0, {}, all)], fighters) });
    await joinOrder(order);
  }

  /** @param {FoeRules} foe @param {number} count */
  async function addFoes(foe, count) {
    const { name: called, "hit points": points, action: _, ...values } = foe;
    for (let number = 0; number < count; number += 1) {
      const answer = await engine.ask({ kind: "roll", expression: String(points), values: {} });
      if (answer.problem) return output.replaceChildren(told(answer.problem));
      const { fighters } = fight();
      save({ ...fight(), fighters: [...fighters, made(called, null, Math.max(1, Number(answer.roll.total)), { ...values, foe: called }, fighters)] });
      await joinOrder(order);
    }
    log(called, String(count), say("fight_joined", { name: called, count }));
  }

  function show() {
    const now = fight();
    const shown = inOrder(now.fighters).map((fighter) => fighterRow(fighter, { ...state(fighter), isNow: fighter.id === now.turn, canBeHit: rules.attack !== null && now.turn !== null && fighter.id !== now.turn, statuses: rules.statuses }, acts));
    const held = document.activeElement?.id;
    list.replaceChildren(...shown);
    if (held) document.getElementById(held)?.focus({ preventScroll: true });
    bar.replaceChildren(...barFor(now));
  }

  /** @param {Fight} now */
  function barFor(now) {
    const empty = now.fighters.length === 0;
    const missing = heroes().some(({ id }) => !now.fighters.some((each) => each.hero === id));
    const count = element("input", { type: "number", min: "1", max: "20", value: "1", id: "rb-foe-count", "aria-label": say("fight_how_many") });
    const foe = element("select", { id: "rb-foe", "aria-label": say("fight_foe") }, ...rules.foes.map((each, index) => element("option", { value: String(index) }, each.name)));
    const add = () => addFoes(rules.foes[Number(foe.value)], Math.max(1, Math.min(20, Number(count.value) || 1)));
    return [
      empty ? null : button(say("fight_initiative"), rollInitiative, { id: "rb-initiative" }),
      now.turn === null ? null : button(say("fight_next"), begin, { id: "rb-next-turn", class: "main" }),
      now.round > 0 ? element("span", { class: "fight-round" }, say("fight_round", { round: now.round })) : null,
      missing ? button(say("fight_add_heroes"), addHeroes, { id: "rb-add-heroes" }) : null,
      ...(party().length > 0 ? rules.rests : []).map((rest, index) => button(rest.name, () => restAll(rest), { id: `rb-rest-${index}` })),
      ...(rules.foes.length > 0 ? [element("span", { class: "fight-add" }, count, foe, button(say("add"), add, { id: "rb-add-foe" }))] : []),
      empty ? null : button(say("copy_link"), share, { class: "quiet" }),
      empty ? null : button(say("fight_end"), () => save(NO_FIGHT), { class: "quiet" }),
    ].filter((each) => each !== null);
  }

  // For others, a character is what it is now.
  function share() {
    const fighters = fight().fighters.map((each) => {
      const { points, most, values } = state(each);
      return { ...each, points, most, values };
    });
    return copyText(linkTo({ ...fight(), fighters }, location.href));
  }

  function offerLink() {
    const shared = readLink(location.hash);
    offered.hidden = shared === null;
    if (!shared) return;
    const close = () => location.replace("#rb-tracker-title");
    const names = shared.fighters.map((each) => each.name).join(say("comma"));
    offered.replaceChildren(element("p", { role: "status" }, `${say("fight_shared")} ${names}`),
      button(say("screen_take"), () => { save(shared); close(); }, { class: "main" }), button(say("screen_ignore"), close));
  }

  signal.addEventListener("abort", fights.onChange(show));
  signal.addEventListener("abort", onCharacter(show));
  window.addEventListener("hashchange", offerLink, { signal });
  show();
  offerLink();
}

/** @param {string} name @param {string | null} hero @param {number} points @param {Record<string, Value>} values @param {Fighter[]} others @returns {Fighter} */
function made(name, hero, points, values, others) {
  return { id: crypto.randomUUID(), name: ownName(name, others), hero, points, most: points, initiative: null, statuses: [], values };
}

// Inputs of a calculator, by the names of a fighter's values; what the fighter does not have is left to its default.
/** @param {Record<string, string> | undefined} wanted @param {FighterState} of */
function picked(wanted = {}, { values, points }) {
  const known = Object.entries(wanted).map(([input, name]) => [input, name === "hit points" ? points : values[name]]);
  return Object.fromEntries(known.filter(([, value]) => value !== undefined));
}
