// Fetches what is searched: the list of books, then each book's file, the one that is being read before the others.
import { languageOf } from "./languages.mjs";
import { isWord, splitTerms } from "./terms.mjs";

// How many bytes of books are opened unasked. Four fifths of that never travel, since hosts compress them.
export const ENOUGH = 6_000_000;

// The list's address, the book that is being read, what to call with the open books, how fetch uses the browser's cache, how
// many bytes are opened at most -> how many books of a large shelf stayed closed. The open ones come in shelf order.
/** @param {string} address @param {string} reading @param {(books: SearchedBook[]) => void} [opened] @param {RequestCache} [cache] @param {number} [most] @returns {Promise<number>} */
export async function openShelf(address, reading, opened = () => {}, cache = "default", most = ENOUGH) {
  /** @type {{ books: ListedBook[] }} */
  // Its address stays when the books change.
  const { books } = await fetched(address, cache === "default" ? "no-cache" : cache);
  /** @type {Map<string, SearchedBook>} */
  const open = new Map();
  const inOrder = () => books.flatMap(({ id }) => open.get(id) ?? []);
  const wanted = booksToOpen(books, reading, most);
  const files = wanted.map((book) => ({ book, file: fetched(new URL(book.file, address), cache) }));
  // A failure is dealt with when its turn comes.
  for (const { file } of files) file.catch(() => {});
  for (const { book, file } of files) {
    open.set(book.id, openBook(book, await file));
    // The page gets its turn between opening a book and searching it.
    await new Promise((resolve) => setTimeout(resolve));
    opened(inOrder());
  }
  return books.length - wanted.length;
}

// All books, the one that is being read, how many bytes at most -> what to open: that book, however large, and then
// those that fit, in the order of the shelf.
/** @param {ListedBook[]} books @param {string} reading @param {number} most */
export function booksToOpen(books, reading, most) {
  const byUrgency = [...books].sort((a, b) => Number(b.id === reading) - Number(a.id === reading));
  let bytes = 0;
  return byUrgency.filter(({ size }, place) => (bytes += size) <= most || place === 0);
}

// After a failure, a proxy between the browser and the host may have cached it: a new address gets past that.
/** @param {string | URL} address @param {RequestCache} cache @returns {Promise<any>} */
function fetched(address, cache) {
  const first = fetchedAs(address, cache);
  return cache === "reload" ? first.catch(() => fetchedAs(`${address}?${Date.now()}`, cache)) : first;
}

/** @param {string | URL} address @param {RequestCache} cache @returns {Promise<any>} */
async function fetchedAs(address, cache) {
  const response = await fetch(address, { credentials: "same-origin", cache });
  if (!response.ok) throw new TypeError(`${response.status} for ${address}`);
  return response.json();
}

// One book's file -> its entries, and which of them hold a word. generator/rollbook/render/site/search
// describes the file.

const TIMES = 4;
const MOST_WORDS = 40;
const OTHER_NAME = 0.75;

// { id, title } of the book and its file -> { id, title, language, entries, words, roots, find(word) }
/** @param {{ id: string, title: string }} given @param {BookFile} file @returns {SearchedBook} */
export function openBook({ id, title }, file) {
  const language = languageOf(file.language);
  const entries = file.entries.map((row, number) => entryOf(id, title, file, row, number));
  /** @type {Map<string, SearchEntry>} */
  const tops = new Map();
  for (const entry of entries) {
    entry.under = entries[entry.number - entry.under];
    if (!tops.has(entry.pagePath)) tops.set(entry.pagePath, entry);
    entry.top = tops.get(entry.pagePath);
  }
  const texts = new Map(file.terms.split(" ").map((term, number) => [term, file.hits[number]]));
  const titles = titleTerms(entries);
  const words = [...new Set([...texts.keys(), ...titles.keys()])].filter(Boolean).sort();
  /** @type {Map<string, string[]>} */
  const roots = new Map();
  for (const word of words.filter(isWord)) {
    const root = language.root(word);
    const alike = roots.get(root) ?? [];
    alike.push(word);
    roots.set(root, alike);
  }

  // A word of this book -> { titles: [[number of an entry, weight], …], texts: [[number, how often], …] }
  /** @param {string} word */
  const find = (word) => ({ titles: titles.get(word) ?? [], texts: places(texts.get(word) ?? []) });
  return { id, title, language, entries, words, roots, find };
}

/** @param {string} book @param {string} bookTitle @param {BookFile} file @param {EntryRow} more @param {number} number @returns {any} */
function entryOf(book, bookTitle, file, [kind, page, anchor, title, under, text, ...names], number) {
  const [path, pageTitle] = file.pages[page];
  const [name, label] = file.kinds[kind];
  const pagePath = `${encodeURIComponent(book)}/${encodeURIComponent(path)}`;
  const address = anchor ? `${pagePath}#${encodeURIComponent(anchor)}` : pagePath;
  const place = { book, bookTitle, pagePath, pageTitle, under, address };
  return { ...place, number, kind: name, label, title, titleTerms: splitTerms(title), names, text };
}

// Titles and other names -> for each of their terms [[number of an entry, how much it counts], …].
/** @param {SearchEntry[]} entries */
function titleTerms(entries) {
  /** @type {Map<string, [number, number][]>} */
  const found = new Map();
  for (const { number, titleTerms: own, names } of entries) {
    const weights = new Map(names.flatMap(splitTerms).map((term) => [term, OTHER_NAME]));
    for (const term of own) weights.set(term, 1);
    for (const [term, weight] of weights) {
      const entriesOf = found.get(term) ?? [];
      entriesOf.push([number, weight]);
      found.set(term, entriesOf);
    }
  }
  return found;
}

/** @param {number[]} steps @returns {[number, number][]} */
function places(steps) {
  let number = 0;
  return steps.map((step) => {
    number += Math.floor(step / TIMES);
    return [number, (step % TIMES) + 1];
  });
}

// A term that somebody typed -> [[word of the book, how well it fits, 0 to 1], …]. `open`: it may be half typed.
/** @param {SearchedBook} book @param {string} term @param {boolean} open @returns {[string, number][]} */
export function wordsLike(book, term, open) {
  /** @type {Map<string, number>} */
  const fits = new Map();
  /** @param {string} word @param {number} weight */
  const fit = (word, weight) => fits.set(word, Math.max(weight, fits.get(word) ?? 0));
  if (hasWord(book, term)) fit(term, 1);
  if (!isWord(term)) {
    for (const word of /^\d*d\d*$/.test(term) && open ? wordsFrom(book, term) : []) fit(word, 0.8);
    // 2d6 is found by d6, too.
    /** @param {string} word */
    const isSeveral = (word) => /^\d+d/.test(word) && word.endsWith(term);
    for (const word of /^d[\d%]+$/.test(term) ? book.words.filter(isSeveral) : []) fit(word, 0.7);
    return [...fits];
  }
  const root = book.language.root(term);
  /** @param {string} other @param {number} weight */
  const alike = (other, weight) => (book.roots.get(other) ?? []).forEach((word) => fit(word, weight));
  alike(root, 0.92);
  for (const meant of book.language.senses.get(root) ?? []) alike(meant, 0.6);
  if (term.length > (open ? 1 : 2)) {
    for (const word of wordsFrom(book, term)) fit(word, (open ? 0.55 : 0.3) + 0.3 * (term.length / word.length));
  }
  if (book.language.inside && term.length > 4) {
    for (const word of book.words) if (word.includes(term)) fit(word, 0.45);
  }
  if (fits.size === 0) for (const part of takenApart(book, term)) alike(book.language.root(part), 0.7);
  return [...fits];
}

// gamemaster -> game, master, in a book that writes it in two words.
/** @param {SearchedBook} given @param {string} term */
function takenApart({ roots, language }, term) {
  // A root alone is too little: "grapel" is neither grey nor Pell.
  /** @param {string} part */
  const isWritten = (part) =>
    (roots.get(language.root(part)) ?? []).some((word) => word.startsWith(part) || part.startsWith(word));
  for (let cut = 3; cut <= term.length - 3; cut++) {
    const parts = [term.slice(0, cut), term.slice(cut)];
    if (parts.every(isWritten)) return parts;
  }
  return [];
}

/** @param {SearchedBook} book @param {string} word */
const hasWord = (book, word) => book.words[placeAmong(book.words, word)] === word;

// The words that begin with these letters.
/** @param {SearchedBook} given @param {string} start */
function wordsFrom({ words }, start) {
  const first = placeAmong(words, start);
  let end = first;
  while (end < words.length && end - first < MOST_WORDS && words[end].startsWith(start)) end++;
  return words.slice(first, end);
}

// The index of a word among sorted ones, or where it would go.
/** @param {string[]} words @param {string} word */
function placeAmong(words, word) {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle] < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
