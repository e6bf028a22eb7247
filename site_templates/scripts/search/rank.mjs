// The open books, what somebody typed -> what the dialog shows: results, how many by book and kind, and what was meant.
import { nearestSpelling, readQuery } from "./query.mjs";
import { fold, splitTerms } from "./terms.mjs";

const MOST_RESULTS = 30;
const MOST_NAMED = 6;
// A title that fits far worse than the best one is no better than a passage.
const STILL_NAMED = 0.6;

// text, { books, reading, book, kind } -> { results, count, books, kinds, corrected, suggestion }; books and kinds are
// maps to { label, count }. A result is { entry, named, words }; those whose title was asked for come first.
/** @param {string} text @param {{ books: SearchedBook[], reading: string, book?: string, kind?: string }} about @returns {Found} */
export function search(text, { books, reading, book = "", kind = "" }) {
  const { terms, corrected } = readQuery(text, books, reading);
  const ranked = terms.length ? withoutRepeats(rank(text, terms, books, reading), kind) : [];
  const ofBook = ranked.filter(({ entry }) => !book || entry.book === book);
  const ofKind = ranked.filter(({ entry }) => !kind || entry.kind === kind);
  const shown = ofBook.filter(({ entry }) => !kind || entry.kind === kind);
  return {
    results: namedFirst(shown).slice(0, MOST_RESULTS),
    count: shown.length,
    books: counted(ofKind, ({ entry }) => [entry.book, entry.bookTitle]),
    kinds: counted(ofBook, ({ entry }) => [entry.kind, entry.label]),
    corrected,
    suggestion: shown.length ? null : nearestSpelling(text, books),
  };
}

// A row of a table is left out where something of the same name in its book comes before it. Who asks for that kind
// gets all of them.
/** @param {Ranked[]} ranked @param {string} kind */
function withoutRepeats(ranked, kind) {
  const seen = new Set();
  return ranked.filter(({ entry }) => {
    const name = `${entry.book} ${entry.title.toLowerCase()}`;
    const repeated = entry.label && entry.kind !== kind && seen.has(name);
    seen.add(name);
    return !repeated;
  });
}

/** @param {Ranked[]} ranked @returns {SearchResult[]} */
function namedFirst(ranked) {
  const best = ranked[0]?.score ?? 0;
  /** @param {Ranked} given */
  const isNamed = ({ named, entry, score }) => named && entry.kind !== "example" && score > best * STILL_NAMED;
  const named = ranked.filter(isNamed).slice(0, MOST_NAMED);
  const first = new Set(named);
  return [...named, ...ranked.filter((result) => !first.has(result)).map((result) => ({ ...result, named: false }))];
}

/** @param {Ranked[]} results @param {(result: Ranked) => [string, string]} keyOf */
function counted(results, keyOf) {
  /** @type {Map<string, Counted>} */
  const counts = new Map();
  for (const [key, label] of results.map(keyOf)) {
    counts.set(key, { label, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return counts;
}

// Terms and open books -> the entries that hold them, the best first.

// How much a kind of thing counts; a row of a table counts as ROW. A worked example is rarely what is asked for.
const WEIGHTS = { book: 1, section: 1, rule: 1, table: 0.95, sheet: 0.95, stat_block: 0.95, term: 0.85, calculator: 0.75, example: 0.5 };
const KINDS = new Map(Object.entries(WEIGHTS));
const ROW = 0.9;
// A word in the title, in the heading above, in the page's title; in the text it counts by how often it occurs.
const [TITLE, HEADING, PAGE] = [4, 1.5, 0.8];
// Of two that are alike, the one in the book that is open comes first.
const OPEN_BOOK = 2.2;
// The title is what was asked for, begins with it, or holds all of it.
const [SAME, BEGINS, HOLDS] = [2, 1.35, 1.25];
const [SATURATION, USUAL_LENGTH] = [1.2, 180];
const CLOSELY_LOOKED_AT = 40;

// What was typed, its terms, the open books, the id of the one being read -> [{ entry, score, named, words }, …]
/** @param {string} text @param {SearchTerm[]} terms @param {SearchedBook[]} books @param {string} reading */
export function rank(text, terms, books, reading) {
  /** @type {Hits} */
  const hits = new Map();
  const size = books.reduce((sum, { entries }) => sum + entries.length, 0);
  const worths = terms.map((term, number) => collect(term, number, hits, size));
  const typed = fold(text).trim();
  const results = [...hits.values()].map((hit) => weighed(hit, { hits, worths, typed, terms, reading }));
  results.sort(byScore);
  for (const result of terms.length > 1 ? results.slice(0, CLOSELY_LOOKED_AT) : []) result.score *= closeness(result);
  return results.sort(byScore);
}

/** @param {Ranked} a @param {Ranked} b */
const byScore = (a, b) => b.score - a.score;

// Notes every entry that holds the term -> what the term is worth: the rarer, the more.
/** @param {SearchTerm} given @param {number} number @param {Hits} hits @param {number} size */
function collect({ fits }, number, hits, size) {
  const exact = new Set();
  for (const [book, words] of fits) {
    for (const [word, fit] of words) {
      const { titles, texts } = book.find(word);
      /** @param {number} entry @param {"title" | "text"} field @param {number} amount */
      const note = (entry, field, amount) => {
        const match = matchOf(hits, book, book.entries[entry], number);
        match[field] = Math.max(match[field], amount);
        match.words.add(word);
        if (fit > 0.9) exact.add(match);
      };
      for (const [entry, weight] of titles) note(entry, "title", fit * weight);
      for (const [entry, times] of texts) note(entry, "text", fit * frequency(times, book.entries[entry].text.length));
    }
  }
  return Math.log(1 + size / Math.max(exact.size, 1));
}

/** @param {Hits} hits @param {SearchedBook} book @param {SearchEntry} entry @param {number} number */
function matchOf(hits, book, entry, number) {
  const hit = hits.get(entry) ?? { book, entry, matches: [] };
  hits.set(entry, hit);
  return (hit.matches[number] ??= { title: 0, text: 0, words: new Set() });
}

/** @param {number} times @param {number} length */
function frequency(times, length) {
  return (times * (SATURATION + 1)) / (times + SATURATION * (0.4 + (0.6 * length) / USUAL_LENGTH));
}

/** @param {Hit} given @param {{ hits: Hits, worths: number[], typed: string, terms: SearchTerm[], reading: string }} about @returns {Ranked} */
function weighed({ book, entry, matches }, { hits, worths, typed, terms, reading }) {
  let [score, met, total, named] = [0, 0, 0, true];
  for (const [number, worth] of worths.entries()) {
    const match = matches[number] ?? { title: 0, text: 0 };
    // A heading counts as under itself, or what is under it would count for more.
    const above = inTitleOf(entry.under, number, hits) * HEADING + inTitleOf(entry.top, number, hits) * PAGE;
    const short = 1 + 0.1 * Math.max(entry.titleTerms.length - terms.length, 0);
    score += worth * ((TITLE * match.title) / short + match.text + above);
    met += match.title || match.text || above ? worth : 0;
    total += worth;
    named &&= match.title > 0;
  }
  score *= (met / total) ** 1.5 * (KINDS.get(entry.kind) ?? ROW) * (book.id === reading ? OPEN_BOOK : 1);
  if (named) score *= titleFit(book, entry, typed, terms);
  return { entry, score, named, matches, words: new Set(matches.flatMap((match) => [...match.words])) };
}

// How well a term fits the title of something above an entry.
/** @param {SearchEntry} entry @param {number} number @param {Hits} hits */
function inTitleOf(entry, number, hits) {
  return hits.get(entry)?.matches[number]?.title ?? 0;
}

/** @param {SearchedBook} given @param {SearchEntry} entry @param {string} typed @param {SearchTerm[]} terms */
function titleFit({ language }, entry, typed, terms) {
  /** @param {string[]} words */
  const roots = (words) => words.filter((word) => !language.stops.has(word)).map(language.root).join("");
  const asked = roots(terms.map(({ term }) => term));
  const names = [entry.title, ...entry.names];
  if (names.some((name) => fold(name) === typed || roots(splitTerms(name)) === asked)) return SAME;
  return names.some((name) => fold(name).startsWith(typed)) ? BEGINS : HOLDS;
}

// How close the terms are to each other: 1, far apart, to 1.5, side by side.
/** @param {Ranked} given */
function closeness({ entry, matches }) {
  const met = matches.filter(Boolean);
  if (met.length < 2) return 1;
  const words = [...entry.titleTerms, ...splitTerms(entry.text)];
  /** @type {Map<Match, number>} */
  const seen = new Map();
  let span = Infinity;
  for (const [place, word] of words.entries()) {
    for (const match of met) if (match.words.has(word)) seen.set(match, place);
    if (seen.size === met.length) span = Math.min(span, place - Math.min(...seen.values()) + 1);
  }
  return 1 + (0.5 * met.length) / Math.max(span, met.length);
}
