// Run by test_search_queries.py: stdin has { books: [{ id, title, file }], queries, texts }, stdout gets { results, terms }:
// for each query its results, each as its own address and that of the section it stands in; for each text its terms.
import { readFileSync } from "node:fs";

import { openBook } from "../../site_templates/scripts/search/books.mjs";
import { search } from "../../site_templates/scripts/search/rank.mjs";
import { splitTerms } from "../../site_templates/scripts/search/terms.mjs";

const { books: files, queries, texts } = JSON.parse(readFileSync(0, "utf8"));
const books = files.map(({ file, ...book }) => openBook(book, file));
const place = ({ entry }) => [entry.address, entry.under.address].map(decodeURIComponent);
const results = queries.map(({ type, ...where }) => search(type, { books, reading: "", ...where }).results.map(place));
process.stdout.write(JSON.stringify({ results, terms: texts.map(splitTerms) }));
