// The search: spellings, distances, ranking and excerpts, on a book of five entries.
import assert from "node:assert/strict";
import test from "node:test";

import { booksToOpen, openBook } from "../../site_templates/scripts/search/books.mjs";
import { distance, forgiven, nearest } from "../../site_templates/scripts/search/query.mjs";
import { languageOf } from "../../site_templates/scripts/search/languages.mjs";
import { search } from "../../site_templates/scripts/search/rank.mjs";
import { excerpt, fold, isWord, marked, splitTerms } from "../../site_templates/scripts/search/terms.mjs";

test("signs stay with their numbers, and letters lose what readers do not type", () => {
  assert.deepEqual(splitTerms("Armour −2, 1½ hours, 2d6+3"), ["armour", "-2", "1.5", "hours", "2d6", "+3"]);
  assert.deepEqual([fold("Größe Æon"), splitTerms("d100 1d%"), isWord("d20"), isWord("dagger")], ["grosse aeon", ["d%", "d%"], false, true]);
});

test("how far apart two spellings are", () => {
  const far = (a, b) => distance(a, b, 3);
  assert.deepEqual([far("sword", "sword"), far("sword", "swrod"), far("sword", "words"), far("a", "abcdef")], [0, 1, 2, 4]);
  assert.deepEqual(["axe", "spear", "dagger"].map(forgiven), [0, 1, 2]);
  assert.deepEqual(nearest("dager", ["dagger", "danger", "ranger"]), [["dagger", 1], ["danger", 1]]);
});

test("both spellings of a word have one root, and other words another", () => {
  const { root } = languageOf("en-GB");
  for (const [one, other] of [["armour", "armor"], ["defence", "defense"], ["stunned", "stun"], ["thieves", "thief"]]) assert.equal(root(one), root(other));
  assert.notEqual(root("ward"), root("word"));
  assert.equal(languageOf("tlh").root("Qapla"), "Qapla");
});

const FILE = {
  language: "en",
  pages: [["combat.html", "Combat"], ["magic.html", "Magic"]],
  kinds: [["section", ""], ["example", ""], ["row", "Weapon"]],
  // kind, page, anchor, title, the heading above, text, other names
  entries: [
    [0, 0, "", "Combat", 0, "Fighting in turns."],
    [0, 0, "cover", "Cover", 0, "A wall gives cover against arrows."],
    [0, 1, "", "Magic", 2, "Spells, and cover from them."],
    [1, 0, "x", "Cover example", 1, "Behind a barrel."],
    [2, 0, "w", "Dagger", 0, "A short blade.", "Dirk"],
  ],
  terms: "arrows cover blade",
  // steps of four times the distance to the last entry, and how often it stands there
  hits: [[4], [4, 4], [16]],
};
const books = [openBook({ id: "mine", title: "Mine" }, FILE)];
const found = (text, more = {}) => search(text, { books, reading: "mine", ...more });
const titles = (text, more) => found(text, more).results.map(({ entry }) => entry.title);

test("what is named so stands first, and an example is never named", () => {
  assert.deepEqual(titles("cover"), ["Cover", "Cover example", "Magic"]);
  assert.deepEqual(found("cover").results.map(({ named }) => named), [true, false, false]);
});

test("a book or a kind can be asked for, and the others are still counted", () => {
  assert.deepEqual(titles("cover", { kind: "example" }), ["Cover example"]);
  assert.deepEqual([...found("cover", { kind: "example" }).kinds].map(([kind, { count }]) => [kind, count]), [["section", 2], ["example", 1]]);
  assert.deepEqual(titles("cover", { book: "other" }), []);
});

test("other names and slips find it too, and what nobody wrote is said", () => {
  assert.deepEqual([titles("dirk"), titles("dager")], [["Dagger"], ["Dagger"]]);
  assert.deepEqual(found("dager").corrected, [["dager", "dagger"]]);
  assert.deepEqual([found("zzzz").count, found("zzzz").suggestion], [0, null]);
});

test("words are marked in the piece of the text that has the most of them", () => {
  assert.deepEqual(marked("A wall gives cover.", new Set(["cover"])), [["A wall gives ", false], ["cover", true], [".", false]]);
  const long = `${"word ".repeat(100)}cover ${"word ".repeat(100)}`;
  const pieces = excerpt(long, new Set(["cover"]));
  assert.deepEqual([pieces[0], pieces.at(-1)], [["… ", false], [" …", false]]);
  assert.ok(pieces.some(([piece, own]) => own && piece === "cover"));
});

test("of a large shelf the open book and what fits beside it is opened unasked", () => {
  const shelf = [["a", 50], ["b", 500], ["c", 40], ["d", 20]].map(([id, size]) => ({ id, title: id, file: `${id}.json`, size }));
  const opened = (reading, most) => booksToOpen(shelf, reading, most).map(({ id }) => id);
  assert.deepEqual(opened("c", 1000), ["c", "a", "b", "d"]);
  assert.deepEqual(opened("c", 100), ["c", "a"]);
  assert.deepEqual(opened("b", 100), ["b"]);
  assert.deepEqual(opened("", 60), ["a"]);
  assert.deepEqual(opened("b", Infinity).length, 4);
});
