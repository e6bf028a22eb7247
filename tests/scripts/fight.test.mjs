// A fight as it is kept: whose turn it is, what ends, and what of a link or a storage is taken for one.
import assert from "node:assert/strict";
import test from "node:test";

import "./browser_parts.mjs";
import { cleaned, FORM, hurt, inOrder, linkTo, NO_FIGHT, nextTurn, ownName, readLink, withFighter } from "../../site_templates/scripts/screen/fight.mjs";

const fighter = (id, initiative, more = {}) => ({ id, name: id, hero: null, points: 5, most: 5, initiative, statuses: [], values: {}, ...more });
const FIGHT = { round: 1, turn: "b", fighters: [fighter("a", 9), fighter("b", 15), fighter("c", 9), fighter("d", null)] };
const isUp = ({ points }) => points > 0;

test("the highest initiative comes first, equals as they were added, and who has none last", () => {
  assert.deepEqual(inOrder(FIGHT.fighters).map(({ id }) => id), ["b", "a", "c", "d"]);
});

test("turns go round, and a round begins anew with the first", () => {
  const seen = [];
  let { fight } = nextTurn({ ...FIGHT, round: 0, turn: null }, isUp);
  for (let count = 0; count < 6; count += 1) {
    seen.push(`${fight.round}${fight.turn}`);
    fight = nextTurn(fight, isUp).fight;
  }
  assert.deepEqual(seen, ["1b", "1a", "1c", "1d", "2b", "2a"]);
});

test("whoever is down is passed over, and a fight without anybody up stands still", () => {
  const down = { ...FIGHT, fighters: FIGHT.fighters.map((each) => (each.id === "a" ? { ...each, points: 0 } : each)) };
  assert.equal(nextTurn(down, isUp).fight.turn, "c");
  assert.equal(nextTurn(FIGHT, () => false).fight, FIGHT);
  assert.equal(nextTurn(NO_FIGHT, isUp).fight, NO_FIGHT);
});

test("the last one standing begins a round with every turn", () => {
  const { fight } = nextTurn(FIGHT, ({ id }) => id === "b");
  assert.deepEqual([fight.turn, fight.round], ["b", 2]);
});

test("a status that is counted ends when its bearer's turn begins", () => {
  const statuses = [{ name: "Stunned", rounds: 1 }, { name: "Prone", rounds: null }, { name: "Blind", rounds: 3 }];
  const { fight, ended } = nextTurn(withFighter(FIGHT, "a", (each) => ({ ...each, statuses })), isUp);
  assert.deepEqual(ended, [{ name: "a", status: "Stunned" }]);
  assert.deepEqual(fight.fighters[0].statuses, [{ name: "Prone", rounds: null }, { name: "Blind", rounds: 2 }]);
});

test("points stay within their bounds, and names are told apart", () => {
  assert.deepEqual([hurt(fighter("a", 1), -9).points, hurt(fighter("a", 1), 9).points, hurt(fighter("a", 1), -2).points], [0, 5, 3]);
  assert.equal(ownName("Goblin", []), "Goblin");
  assert.equal(ownName("a", [fighter("a", 1), fighter("a 2", 1)]), "a 3");
});

test("a link carries a fight whole", () => {
  const whole = { ...FIGHT, fighters: [fighter("ä", 3, { id: "x", name: "Ægir – 龍", statuses: [{ name: "Prone", rounds: 2 }], values: { AC: 12, weapon: "1d6" } })], turn: "x" };
  const address = linkTo(whole, "https://example.org/book/screen.html#old");
  assert.deepEqual(readLink(new URL(address).hash), whole);
});

test("what is no fight of ours is left alone, and what is too much is cut", () => {
  for (const found of [null, 5, "x", [], {}, { version: 2, fighters: [] }, { version: 1, fighters: "x" }]) assert.equal(cleaned(found), null);
  for (const fragment of ["", "#fight=", "#fight=%%", "#fight=e30", "#screen=x", `#fight=${"A".repeat(50_000)}`]) assert.equal(readLink(fragment), null);
  const { fighters, turn, round } = cleaned({ version: FORM, ...FIGHT, turn: "nobody", round: -3, fighters: [{ id: "<b>" }, { id: "ok", name: "n".repeat(500), points: 1e99, most: "x", initiative: "9", statuses: [{ name: 3 }, { name: "Prone", rounds: 1e9 }], values: { deep: {}, fine: 1 } }, ...Array(90).fill(fighter("z", 1))] });
  assert.deepEqual([fighters.length, turn, round], [59, null, 0]);
  assert.deepEqual({ ...fighters[0], name: fighters[0].name.length }, { id: "ok", name: 80, hero: null, points: 0, most: 0, initiative: null, statuses: [{ name: "Prone", rounds: 99 }], values: { fine: 1 } });
});
