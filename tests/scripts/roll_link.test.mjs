// Links that carry dice: what is shared comes back, and nothing else is taken for it.
import assert from "node:assert/strict";
import test from "node:test";

import "./browser_parts.mjs";
import { readDice, readReplay, replayAddress } from "../../site_templates/scripts/log/log_panel.mjs";

const fragmentOf = (address) => new URL(address).hash;
const ROLL = { expression: "2d6 + luck", values: { luck: -1 }, path: "mine/combat.html" };

test("a roll with its seed comes back as it was", () => {
  const address = replayAddress({ ...ROLL, seed: 2 ** 53 - 1, faces: null });
  assert.deepEqual(readReplay(fragmentOf(address)), { expression: "2d6 + luck", chance: { seed: 2 ** 53 - 1 }, values: { luck: -1 } });
  assert.match(address, /mine\/combat\.html#roll=/);
});

test("faces go before a seed", () => {
  const address = replayAddress({ ...ROLL, seed: 5, faces: [3, 4] });
  assert.deepEqual(readReplay(fragmentOf(address)).chance, { faces: [3, 4] });
});

const REFUSED = {
  "another fragment": "#cover",
  "neither seed nor faces": "#roll=2d6",
  "a seed that is none": "#roll=2d6&seed=-1",
  "a seed that no page can hold": "#roll=2d6&seed=9007199254740993",
  "no dice": "#roll=&seed=1",
  "a number that is none": "#roll=x&seed=1&with=x=1.5",
  "a number beyond all bounds": "#roll=x&seed=1&with=x=1000001",
  "a name beyond all bounds": `#roll=x&seed=1&with=${"x".repeat(81)}=1`,
  "an expression beyond all bounds": `#roll=${"1".repeat(301)}&seed=1`,
  "a fragment beyond all bounds": `#roll=2d6&seed=1&more=${"x".repeat(2_000)}`,
};
for (const [name, fragment] of Object.entries(REFUSED)) {
  test(`a link with ${name} rolls nothing`, () => assert.equal(readReplay(fragment), null));
}

test("dice of the printed book", () => {
  assert.equal(readDice("#dice=3d6%20%2B%202"), "3d6 + 2");
  assert.deepEqual(["#roll=3d6", "#dice=", `#dice=${"1".repeat(301)}`].map(readDice), ["", "", ""]);
});
