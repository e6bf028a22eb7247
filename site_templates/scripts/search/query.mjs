// What somebody typed -> the terms to look for, and which words of which book match each.
import { wordsLike } from "./books.mjs";
import { isWord, splitTerms } from "./terms.mjs";

const LONGEST = 120;
const MOST_TERMS = 12;
const RARE = 2;
const LONG = 7;

// A text, the open books, the id of the one being read -> { terms: [{ term, fits }, …], corrected: [[typed, meant], …] };
// fits is a map from a book to [[word, weight], …].
/** @param {string} text @param {SearchedBook[]} books @param {string} reading */
export function readQuery(text, books, reading) {
  const typed = splitTerms(text.slice(0, LONGEST)).slice(0, MOST_TERMS);
  // Readers ask in the language of their book: "die" is one thing to roll, and another in German.
  const { language } = books.find(({ id }) => id === reading) ?? books[0];
  const naming = typed.filter((term) => !language.stops.has(term));
  const open = /[\p{L}\p{N}]$/u.test(text);
  const wanted = naming.length ? naming : typed;
  /** @type {[string, string][]} */
  const corrected = [];
  const terms = wanted.map((term, number) => {
    const half = open && number === wanted.length - 1 && term === typed.at(-1);
    return understood(term, half, books, corrected);
  });
  joinNeighbours(terms, books);
  return { terms, corrected };
}

// A term -> itself, and the nearest words if no book spells it like that. A spelling that occurs only once or twice may be a
// slip of its author, so the nearest words count then, too.
/** @param {string} term @param {boolean} half @param {SearchedBook[]} books @param {[string, string][]} corrected */
function understood(term, half, books, corrected) {
  const found = lookedUp(term, half, books);
  if (!isWord(term) || isKnown(found)) return found;
  const others = books.flatMap(({ words }) => words.filter((word) => isWord(word) && word !== term));
  const near = nearest(term, new Set(others));
  if (near.length === 0) return found;
  const written = found.fits.size > 0;
  if (!written) corrected.push([term, near[0][0]]);
  for (const [word, slips] of near) {
    for (const [book, fits] of lookedUp(word, false, books).fits) {
      const weaker = fits.map(([other, weight]) => /** @type {[string, number]} */ ([other, (weight * 0.9) / slips]));
      found.fits.set(book, [...(found.fits.get(book) ?? []), ...weaker]);
    }
  }
  return { term: written ? term : near[0][0], fits: found.fits };
}

// A short word has others beside it that are meant as they are written: stone, store, story.
/** @param {SearchTerm} given */
function isKnown({ term, fits }) {
  if (term.length < LONG) return fits.size > 0;
  let times = 0;
  for (const [book, words] of fits) {
    for (const { titles, texts } of words.map(([word]) => book.find(word))) times += titles.length + texts.length;
  }
  return times > RARE;
}

/** @param {string} term @param {boolean} half @param {SearchedBook[]} books @returns {SearchTerm} */
function lookedUp(term, half, books) {
  /** @type {SearchTerm["fits"]} */
  const fits = new Map();
  for (const book of books) {
    const words = wordsLike(book, term, half);
    if (words.length) fits.set(book, words);
  }
  return { term, fits };
}

// game master -> also gamemaster, which then counts for both.
/** @param {SearchTerm[]} terms @param {SearchedBook[]} books */
function joinNeighbours(terms, books) {
  for (let number = 1; number < terms.length; number++) {
    const pair = [terms[number - 1], terms[number]];
    const joined = pair.map(({ term }) => term).join("");
    for (const book of books) {
      const words = isWord(joined) ? (book.roots.get(book.language.root(joined)) ?? []) : [];
      for (const { fits } of words.length ? pair : []) {
        fits.set(book, [...(fits.get(book) ?? []), ...words.map((word) => /** @type {[string, number]} */ ([word, 0.9]))]);
      }
    }
  }
}

// A text in which nothing was found -> the nearest spelling that would find something, or null.
/** @param {string} text @param {SearchedBook[]} books */
export function nearestSpelling(text, books) {
  const known = new Set(books.flatMap(({ words }) => words.filter((word) => isWord(word) && word.length > 3)));
  const terms = splitTerms(text.slice(0, LONGEST)).slice(0, MOST_TERMS);
  const better = terms.flatMap((term) => {
    if (known.has(term) || !isWord(term) || term.length < 4) return term;
    return nearest(term, known, Math.min(4, Math.floor(term.length / 2)))[0]?.[0] ?? [];
  });
  return better.length < terms.length || better.join(" ") === terms.join(" ") ? null : better.join(" ");
}

// How far apart two spellings are: letters added, left out, changed, or two of them swapped, each counting one.

// Two words, the most that counts -> their distance, or most + 1 for anything farther.
/** @param {string} a @param {string} b @param {number} most */
export function distance(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  /** @type {number[]} */
  let before = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      line[column] = Math.min(last[column] + 1, line[column - 1] + 1, last[column - 1] + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) line[column] = Math.min(line[column], before[column - 2] + 1);
    }
    if (Math.min(...line) > most) return most + 1;
    [before, last] = [last, line];
  }
  return last[b.length];
}

// A word -> how many slips are forgiven: none where nearly every short word would do.
/** @param {string} word */
export function forgiven(word) {
  if (word.length < 4) return 0;
  return word.length < 6 ? 1 : 2;
}

// A word, known words, the most slips -> [[known word, slips], …] of those that come nearest. Few people slip
// twice, and at the first letter, too.
/** @param {string} word @param {Iterable<string>} known @param {number} [most] */
export function nearest(word, known, most = forgiven(word)) {
  /** @type {[string, number][]} */
  let found = [];
  let least = most;
  for (const other of most > 0 ? known : []) {
    const slips = distance(word, other, least);
    if (slips > least || (slips > 1 && other[0] !== word[0])) continue;
    if (slips < least) found = [];
    least = slips;
    found.push([other, slips]);
  }
  return found;
}
