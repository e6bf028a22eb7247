// Characters of several sheets, and those that come with a link.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test, { beforeEach } from "node:test";

import { empty } from "./browser_parts.mjs";
import { calledIn, charactersOn, characterValues, storeCharacter, playCharacter, playersOf, sheetOf } from "../../site_templates/scripts/sheet/character.mjs";
import { linkTo, readLink } from "../../site_templates/scripts/sheet/character_file.mjs";
import { qrCode } from "../../site_templates/scripts/sheet/qr_code.mjs";

beforeEach(empty);

const entry = (label, sheet, values) => ({ label, character: { sheet, fields: { name: label } }, values, rules: "r" });
const labels = (entries) => entries.map(({ label }) => label);

test("one of each sheet is played, and the last counts most", () => {
  const ada = storeCharacter("b", entry("Ada", "hero", { luck: 1, grit: 2 }));
  storeCharacter("b", entry("Bo", "hero", { luck: 5 }));
  storeCharacter("b", entry("Gulls", "crew", { luck: 9, tier: 3 }));
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
  storeCharacter("b", entry("Old", "gone", {}));
  assert.deepEqual(labels(charactersOn("b", "hero", ["hero", "crew"]).entries), ["Old"]);
  assert.deepEqual(charactersOn("b", "crew", ["hero", "crew"]), { entries: [], shown: null });
  assert.deepEqual([sheetOf({ sheet: "crew" }, ["hero", "crew"]), sheetOf({}, ["hero", "crew"])], ["crew", "hero"]);
});

test("only a text or a number is a name, whatever a link brings", () => {
  const called = (name) => calledIn({ fields: { name } }, "name");
  assert.deepEqual([called(" Ada "), called(7)], ["Ada", "7"]);
  for (const name of [{ toString: {} }, [], null, undefined, " ", true]) assert.equal(called(name), "");
  assert.equal(calledIn({}, "name"), "");
});

test("a link carries all of a character, and nothing else is taken for one", async () => {
  const character = { sheet: "hero", fields: { name: "Zoë 5/7+ ☂", gear: [{ name: "Rope", number: 1 }] } };
  const address = await linkTo(character, "https://shelf.example/book/sheet.html#old");
  assert.deepEqual(await readLink(new URL(address).hash), character);
  const plain = btoa(JSON.stringify({ fields: { name: "from before" } }));
  assert.deepEqual(await readLink(`#character=${plain}`), { fields: { name: "from before" } });
  for (const other of ["", "#character=", "#character=%%%", "#roll=2d6", `#character=${btoa("[1]")}`, `#character=${btoa('{"fields":5}')}`, `#character=${"A".repeat(50_000)}`, "#character=.", "#character=.AAAA", `#character=.${await bomb()}`]) {
    assert.equal(await readLink(other), null);
  }
});

// Two million letters in a short link.
async function bomb() {
  const packed = new Blob([`{"fields":{"name":"${"x".repeat(2_000_000)}"}}`]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return Buffer.from(await new Response(packed).arrayBuffer()).toString("base64url");
}

test("a QR code is the standard's: read by zbar when this was written", () => {
  const drawn = (text) => createHash("sha256").update(qrCode(text).map((row) => row.map(Number).join("")).join("\n")).digest("hex").slice(0, 16);
  const texts = ["Hello", `https://shelf.example/book/sheet.html#character=${"aZ0_-".repeat(30)}`, `Zoë ☂ ${"abc123".repeat(150)}`, "q".repeat(2953)];
  assert.deepEqual(texts.map((text) => qrCode(text).length), [21, 53, 101, 177]);
  assert.deepEqual(texts.map(drawn), ["06c4b914fc95c621", "a3815a2a4d48afbb", "124683da41fcdc42", "a8a7012019b3ee0d"]);
  assert.equal(qrCode("q".repeat(2954)), null);
});
