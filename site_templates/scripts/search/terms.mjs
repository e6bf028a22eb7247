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
