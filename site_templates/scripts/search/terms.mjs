// Text -> the terms that it is found by: the twin of generator/rollbook/render/site/search/split_terms.py, which says what they
// are. A test holds the two together.

/** @type {Record<string, string>} */
const LETTERS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l", ı: "i" };
// eslint-disable-next-line no-misleading-character-class -- the accents themselves, each alone
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
/** @type {[RegExp, string][]} */
const SIGNS = [
  [/(?:([0-9]+) ?)?[½]/g, "$1.5"],
  [/(?:([0-9]+) ?)?[¼]/g, "$1.25"],
  [/(?:([0-9]+) ?)?[¾]/g, "$1.75"],
  [/(?:(?<![0-9/])([0-9]+) )?(?<![0-9/])1\/2(?![0-9/])/g, "$1.5"],
  [/(?:(?<![0-9/])([0-9]+) )?(?<![0-9/])1\/4(?![0-9/])/g, "$1.25"],
  [/(?:(?<![0-9/])([0-9]+) )?(?<![0-9/])3\/4(?![0-9/])/g, "$1.75"],
];
/** @type {[RegExp, string][]} */
const MARKS = [
  [/[‐‑‒–—−]/g, "-"],
  [/['’‘ʼ`]/g, ""],
  [/(?<=[0-9]),(?=[0-9]{3}(?![0-9]))/g, ""],
  [/(?<=[0-9]) +(?=%)/g, ""],
  [/(d(?:[0-9]+|%))(?=[+-][0-9])/g, "$1 "],
  [/(?<= )([+-]) +(?=[0-9])/g, "$1"],
];
const TERM = new RegExp(
  [
    "(?<![\\p{L}\\p{N}])[0-9]*d(?:[0-9]+|%)(?![\\p{L}\\p{N}])",
    "(?<![\\p{L}\\p{N}])(?<![.)%])[+-](?:[0-9]+(?:\\.[0-9]+)?|\\.[0-9]+)%?(?![\\p{L}\\p{N}])",
    "(?<![\\p{L}\\p{N}])(?:[0-9]+(?:\\.[0-9]+)?|\\.[0-9]+)%?(?![\\p{L}\\p{N}])",
    "[\\p{L}\\p{N}]+",
  ].join("|"),
  "gu",
);
// Most titles are plain words, which need none of it.
const PLAIN = /^[A-Za-z ,.:;!?()-]*$/;
const DICE = new Map([["d100", "d%"], ["1d100", "d%"], ["1d%", "d%"]]);

/** @param {string} text @returns {string[]} */
export function splitTerms(text) {
  const folded = fold(text);
  if (PLAIN.test(folded)) return folded.match(/[a-z]+/g) ?? [];
  return (folded.match(TERM) ?? []).map((term) => DICE.get(term) ?? term);
}

/** @param {string} text */
export function fold(text) {
  if (PLAIN.test(text)) return text.toLowerCase();
  const bare = rewritten(text, SIGNS).normalize("NFKD").toLowerCase().replace(ACCENTS, "");
  return rewritten(bare.replace(/[ßæœøđłı]/g, (letter) => LETTERS[letter]), MARKS);
}

/** @param {string} text @param {[RegExp, string][]} rules */
function rewritten(text, rules) {
  return rules.reduce((now, [written, plain]) => now.replace(written, plain), text);
}

// Whether a term is a word, and not a number or dice, which are only ever meant exactly.
/** @param {string} term */
export const isWord = (term) => /^\p{L}/u.test(term) && !/^d(?:\d+|%)$/.test(term);

// Words in a text: where they are, and the piece of the text that shows the most of them.

const SHOWN = 170;
const CANDIDATE = /[+\-−–]?[\p{L}\p{N}½¼¾][\p{L}\p{N}\p{M}½¼¾.'’%]*/gu;

// A text, the words to look for (terms, as in the index) -> [[start, end], …]
/** @param {string} text @param {Set<string>} words */
export function spotWords(text, words) {
  /** @type {[number, number][]} */
  const spots = [];
  for (const { 0: candidate, index } of text.matchAll(CANDIDATE)) {
    const written = candidate.replace(/[.'’]+$/, "");
    if (termsOf(written).some((term) => words.has(term))) {
      // A sign may belong to the number or to the words around it: -2, two-weapon.
      const start = /^[+\-−–]\p{L}/u.test(written) ? 1 : 0;
      spots.push([index + start, index + written.length]);
    }
  }
  return spots;
}

/** @param {string} written */
const termsOf = (written) => (/^[a-z]+$/.test(written) ? [written] : splitTerms(written));

// A text, words -> [[piece, whether it is one of the words], …], all of it.
/** @param {string} text @param {Set<string>} words @returns {[string, boolean][]} */
export function marked(text, words) {
  return cut(text, 0, text.length, spotWords(text, words));
}

// The same for the piece that holds the most of the words.
/** @param {string} text @param {Set<string>} words @returns {[string, boolean][]} */
export function excerpt(text, words) {
  const spots = spotWords(text, words);
  if (text.length <= SHOWN) return cut(text, 0, text.length, spots);
  /** @param {number} start */
  const near = (start) => spots.filter(([other]) => other >= start && other < start + SHOWN * 0.7).length;
  const counts = spots.map(([start]) => near(start));
  const best = spots[counts.indexOf(Math.max(...counts))]?.[0] ?? 0;
  const from = best < 60 ? 0 : text.indexOf(" ", best - 50) + 1;
  const until = from + SHOWN >= text.length ? text.length : text.lastIndexOf(" ", from + SHOWN);
  const pieces = cut(text, from, until, spots);
  if (from) pieces.unshift(["… ", false]);
  if (until < text.length) pieces.push([" …", false]);
  return pieces;
}

/** @param {string} text @param {number} from @param {number} until @param {[number, number][]} spots */
function cut(text, from, until, spots) {
  /** @type {[string, boolean][]} */
  const pieces = [];
  let place = from;
  for (const [start, end] of spots) {
    if (start < from || end > until) continue;
    if (start > place) pieces.push([text.slice(place, start), false]);
    pieces.push([text.slice(start, end), true]);
    place = end;
  }
  if (place < until) pieces.push([text.slice(place, until), false]);
  return pieces;
}
