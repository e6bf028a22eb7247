// What lies in a browser's storage: characters, pins and plain values, of which any may be anybody's.
import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { empty, storage } from "./browser_parts.mjs";
import { isShallow, setAside, store, stored } from "../../site_templates/scripts/page/storage.mjs";
import { activeCharacter, charactersOf, characterValues, dropCharacter, storeCharacter, playCharacter } from "../../site_templates/scripts/sheet/character.mjs";
import { cleanedPins, storePins, pinsOf } from "../../site_templates/scripts/screen/pins.mjs";
import { readFragment, readPins } from "../../site_templates/scripts/screen/share.mjs";

beforeEach(empty);

test("a value comes back, unless it is longer than ours can be", () => {
  store("x", { a: [1] });
  assert.deepEqual(stored("x", 100), { a: [1] });
  assert.equal(stored("x", 3), null);
});

test("what is set aside is kept under another name", () => {
  store("x", 5);
  setAside("x");
  assert.equal(stored("x", 100), null);
  assert.deepEqual([...storage.values()], ["5"]);
});

test("depth is counted in lists and records", () => {
  assert.deepEqual([isShallow(5, 0), isShallow([], 0), isShallow([[]], 1), isShallow({ a: [5] }, 2)], [true, false, false, true]);
});

const entry = (label) => ({ label, character: { fields: { name: label } }, values: { level: 2 }, rules: "r" });

test("the character that was kept last is played; another can be, and any can go", () => {
  const ann = storeCharacter("mine", entry("Ann"));
  const bob = storeCharacter("mine", entry("Bob"));
  assert.equal(activeCharacter("mine").label, "Bob");
  playCharacter("mine", ann.id);
  assert.deepEqual([activeCharacter("mine").label, characterValues("mine"), characterValues("other")], ["Ann", { level: 2 }, {}]);
  dropCharacter("mine", ann.id);
  assert.deepEqual(charactersOf("mine").entries.map(({ id }) => id), [bob.id]);
});

test("there is room for fifty characters, and for none that is huge or deep", () => {
  for (let count = 0; count < 50; count++) assert.ok(storeCharacter("mine", entry(String(count))));
  assert.equal(storeCharacter("mine", entry("one more")), null);
  let deep = {};
  for (let count = 0; count < 40; count++) deep = { deep };
  assert.equal(storeCharacter("other", { ...entry("x"), character: deep }), null);
  assert.equal(storeCharacter("other", { ...entry("x"), character: { fields: { name: "x".repeat(160_000) } } }), null);
});

test("a character that is not understood is kept aside, beside those that are", () => {
  storeCharacter("mine", entry("Ann"));
  const [[key, text]] = storage;
  const kept = JSON.parse(text);
  storage.set(key, JSON.stringify({ ...kept, entries: [...kept.entries, { id: "no good", later: true }] }));
  const { entries, aside } = charactersOf("mine");
  assert.deepEqual([entries.map(({ label }) => label), aside], [["Ann"], [{ id: "no good", later: true }]]);
});

test("values of a character are numbers, texts, yes or no", () => {
  const made = storeCharacter("mine", { ...entry("Ann"), values: { a: 1, b: "x", c: true, d: [1], e: null } });
  assert.deepEqual(made.values, { a: 1, b: "x", c: true });
});

test("pins are ours, each once, not too many, and not too wide", () => {
  const many = Array.from({ length: 200 }, (_, number) => ({ id: `calc-${number}`, width: 1 }));
  assert.equal(cleanedPins(many).length, 60);
  assert.deepEqual(cleanedPins([{ id: "table-a", width: 9 }, { id: "table-a", width: 1 }, { id: "evil<b>" }, null]), [{ id: "table-a", width: 1 }]);
  assert.equal(cleanedPins({ 0: { id: "table-a" } }), null);
  storePins("mine", [{ id: "calc-attack", width: 2 }]);
  assert.deepEqual([pinsOf("mine"), pinsOf("other")], [[{ id: "calc-attack", width: 2 }], []]);
});

test("a screen travels in a fragment", () => {
  assert.deepEqual(readFragment("#screen=calc-attack:1,table-caf%C3%A9:2"), [{ id: "calc-attack", width: 1 }, { id: "table-café", width: 2 }]);
  assert.deepEqual(["#cover", "#screen=", "#screen=%E0%A4:1", `#screen=${"calc-a:1,".repeat(1_000)}`].map(readFragment), [null, null, null, null]);
  assert.deepEqual(readPins(""), []);
});
