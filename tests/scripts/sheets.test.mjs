// Characters of several sheets, and those that come with a link.
import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { empty } from "./browser_parts.mjs";
import { charactersOn, characterValues, keepCharacter, playCharacter, playersOf, sheetOf } from "../../site_templates/scripts/sheet/character.mjs";
import { linkTo, readLink } from "../../site_templates/scripts/sheet/character_file.mjs";

beforeEach(empty);

const entry = (label, sheet, values) => ({ label, character: { sheet, fields: { name: label } }, values, rules: "r" });
const labels = (entries) => entries.map(({ label }) => label);

test("one of each sheet is played, and the last counts most", () => {
  const ada = keepCharacter("b", entry("Ada", "hero", { luck: 1, grit: 2 }));
  keepCharacter("b", entry("Bo", "hero", { luck: 5 }));
  keepCharacter("b", entry("Gulls", "crew", { luck: 9, tier: 3 }));
  assert.deepEqual(labels(playersOf("b")), ["Gulls", "Bo"]);
  assert.deepEqual(characterValues("b"), { luck: 9, tier: 3 });
  playCharacter("b", ada.id);
  assert.deepEqual(labels(playersOf("b")), ["Ada", "Gulls"]);
  assert.deepEqual(characterValues("b"), { luck: 1, grit: 2, tier: 3 });
  const hero = charactersOn("b", "hero", ["hero", "crew"]);
  assert.deepEqual([labels(hero.entries), hero.shown?.label], [["Ada", "Bo"], "Ada"]);
  assert.equal(charactersOn("b", "crew", ["hero", "crew"]).shown?.label, "Gulls");
});

test("a character of a sheet that is gone belongs to the first", () => {
  keepCharacter("b", entry("Old", "gone", {}));
  assert.deepEqual(labels(charactersOn("b", "hero", ["hero", "crew"]).entries), ["Old"]);
  assert.deepEqual(charactersOn("b", "crew", ["hero", "crew"]), { entries: [], shown: null });
  assert.deepEqual([sheetOf({ sheet: "crew" }, ["hero", "crew"]), sheetOf({}, ["hero", "crew"])], ["crew", "hero"]);
});

test("a link carries all of a character, and nothing else is taken for one", () => {
  const character = { sheet: "hero", fields: { name: "Zoë 5/7+ ☂", gear: [{ name: "Rope", number: 1 }] } };
  assert.deepEqual(readLink(new URL(linkTo(character, "https://shelf.example/book/sheet.html#old")).hash), character);
  for (const other of ["", "#character=", "#character=%%%", "#roll=2d6", `#character=${btoa("[1]")}`, `#character=${btoa('{"fields":5}')}`, `#character=${"A".repeat(50_000)}`]) {
    assert.equal(readLink(other), null);
  }
});
