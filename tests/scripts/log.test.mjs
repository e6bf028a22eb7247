// The roll log: what is written down, what is changed later, and what of a storage's content is taken for an entry; and links
// that carry dice: what is shared comes back, and nothing else is taken for it.
import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { empty, limits, storage, writtenElsewhere } from "./browser_parts.mjs";
import { canUndo, clear, entries, onChange, undoClear, writeDown } from "../../site_templates/scripts/log/log.mjs";
import { readDice, readReplay, replayAddress } from "../../site_templates/scripts/log/log_panel.mjs";

const PLACE = { title: "Combat: Cover", path: "mine/combat.html#cover" };
const REQUEST = { kind: "roll", expression: "2d6", values: {} };
const roll = (more = {}) => ({ what: "2d6", shown: "7", sentence: "7, from 2d6 (3, 4)", place: PLACE, book: "mine", ...more });
const [KEY] = (writeDown(roll()), [...storage.keys()]);

beforeEach(empty);

test("an entry has all that the list shows, the newest first", () => {
  writeDown(roll({ seed: 5, request: REQUEST }));
  const id = writeDown(roll({ shown: "9", book: null, faces: [4, 5] }));
  const [last, first] = entries();
  assert.deepEqual({ ...last, at: 0 }, { ...PLACE, id, at: 0, what: "2d6", shown: "9", sentence: "7, from 2d6 (3, 4)", book: "", seed: null, faces: [4, 5], request: null });
  assert.deepEqual([first.seed, first.faces, first.request, first.book], [5, null, REQUEST, "mine"]);
  assert.ok(last.at >= first.at);
});

test("a roll whose numbers were changed keeps its entry, its place in the list and its time", () => {
  const id = writeDown(roll());
  const [{ at }] = entries();
  writeDown(roll({ what: "d20" }));
  assert.equal(writeDown(roll({ shown: "8" }), id), id);
  assert.deepEqual(entries().map((entry) => [entry.what, entry.shown]), [["d20", "7"], ["2d6", "8"]]);
  assert.equal(entries()[1].at, at);
});

test("a roll that was cleared away does not come back by being changed", () => {
  const id = writeDown(roll());
  clear();
  writeDown(roll({ shown: "8" }), id);
  assert.deepEqual(entries(), []);
});

test("two hundred are kept, and texts are cut", () => {
  for (let count = 0; count < 205; count++) writeDown(roll({ shown: String(count), sentence: "x".repeat(5_000) }));
  assert.equal(entries().length, 200);
  assert.equal(entries()[0].shown, "204");
  assert.equal(entries()[0].sentence.length, 1_000);
});

test("clearing can be undone until something is rolled", () => {
  writeDown(roll());
  clear();
  assert.deepEqual([entries(), canUndo()], [[], true]);
  undoClear();
  assert.deepEqual([entries().length, canUndo()], [1, false]);
  clear();
  writeDown(roll());
  assert.equal(canUndo(), false);
});

test("whoever listens hears of changes here and in another tab", () => {
  let heard = 0;
  const end = onChange(() => (heard += 1));
  writeDown(roll());
  writtenElsewhere(KEY);
  writtenElsewhere("something else");
  end();
  writeDown(roll());
  assert.equal(heard, 2);
});

const WHOLE = { ...PLACE, id: "a", at: 1, what: "2d6", shown: "7", sentence: "7", book: "", seed: null, faces: null, request: null };
const POISON = {
  "not JSON": "{",
  "another version": JSON.stringify({ version: 2, entries: [WHOLE] }),
  "no list": JSON.stringify({ version: 1, entries: { 0: WHOLE } }),
  "no entries": JSON.stringify({ version: 1, entries: [null, 5, [], "x"] }),
  "a title that is a number": JSON.stringify({ version: 1, entries: [{ ...WHOLE, title: 5 }] }),
  "a request without its numbers": JSON.stringify({ version: 1, entries: [{ ...WHOLE, request: { kind: "roll", expression: "d6" } }] }),
  "numbers that are none": JSON.stringify({ version: 1, entries: [{ ...WHOLE, request: { ...REQUEST, values: { x: [1] } } }] }),
};
for (const [name, text] of Object.entries(POISON)) {
  test(`a storage with ${name} holds no entry`, () => {
    storage.set(KEY, text);
    assert.deepEqual(entries(), []);
  });
}

test("of an entry that is ours only what can be believed is taken", () => {
  const odd = { ...WHOLE, at: "now", seed: -1, faces: [1, 2.5], request: { kind: "reseed", bytes: "" }, extra: 1 };
  storage.set(KEY, JSON.stringify({ version: 1, entries: [odd, { ...WHOLE, at: 1e300 }] }));
  const [entry, late] = entries();
  assert.deepEqual(entry, { ...WHOLE, at: 0 });
  assert.equal(late.at, 0);
});

test("where nothing can be stored, the log lasts as long as the page", () => {
  limits.longest = 0;
  writeDown(roll());
  assert.equal(entries().length, 1);
  limits.longest = Infinity;
  clear();
});

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
