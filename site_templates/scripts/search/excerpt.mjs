// Words in a text: where they are, and the piece of the text that shows the most of them.
import { splitTerms } from "./terms.mjs";

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
