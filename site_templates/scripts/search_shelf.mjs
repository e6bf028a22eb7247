// The open books, what somebody typed -> what the dialog shows: results, how many by book and kind, and what was meant.
import { nearestSpelling, readQuery } from "./search_query.mjs";
import { rank } from "./search_rank.mjs";

const MOST_RESULTS = 30;
const MOST_NAMED = 6;
// A title that fits far worse than the best one is no better than a passage.
const STILL_NAMED = 0.6;

// text, { books, reading, book, kind } -> { results, count, books, kinds, corrected, suggestion }; books and kinds are
// maps to { label, count }. A result is { entry, named, words }; those whose title was asked for stand first.
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
function withoutRepeats(ranked, kind) {
  const seen = new Set();
  return ranked.filter(({ entry }) => {
    const name = `${entry.book} ${entry.title.toLowerCase()}`;
    const repeated = entry.label && entry.kind !== kind && seen.has(name);
    seen.add(name);
    return !repeated;
  });
}

function namedFirst(ranked) {
  const best = ranked[0]?.score ?? 0;
  const isNamed = ({ named, entry, score }) => named && entry.kind !== "example" && score > best * STILL_NAMED;
  const named = ranked.filter(isNamed).slice(0, MOST_NAMED);
  const first = new Set(named);
  return [...named, ...ranked.filter((result) => !first.has(result)).map((result) => ({ ...result, named: false }))];
}

function counted(results, keyOf) {
  const counts = new Map();
  for (const [key, label] of results.map(keyOf)) {
    if (!counts.has(key)) counts.set(key, { label, count: 0 });
    counts.get(key).count += 1;
  }
  return counts;
}
