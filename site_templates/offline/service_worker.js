// Caches the shelf in the browser. The build puts `const SHELF = { version, files, books, standIns }` above this text (see
// browser.py). `files` are cached after the first visit, the engine first: every file but the PDFs of a small shelf;
// only what the books share of a large one. `books` are those of a large shelf, each with the address of its own list of
// files; such a book is cached when one of its pages is opened.
// Of a picture that comes in several sizes one is cached: `standIns` maps the paths of the others to it, for when they
// can't be fetched.
//
// Two caches. FILES is for everything below static/ and engine/: those names contain a hash of the content, so a page always
// gets exactly the files that it was built with, whichever versions are cached. PAGES is for everything else, one cache
// for each version, filled completely before it is used, book by book: so a reader never gets pages of two versions.
//
// Any script of this origin can write into both, including one of another site there, or of an attack that is long over. So
// nothing is served from a cache before its bytes prove to be those that were built; what was spoiled is fetched again.
"use strict";

const SCOPE = new URL("./", self.location.href).href;
const FILES = "rollbook-files";
const PAGES_OF_ALL_VERSIONS = `rollbook-pages ${SCOPE} `;
const PAGES = PAGES_OF_ALL_VERSIONS + SHELF.version;
// What the lists of completely cached files are stored under in PAGES: no file of a site has such a name.
const LISTED_BY = "?kept";
const LIST = `shelf.json${LISTED_BY}`;
const AT_ONCE = 2;
// A connection that fails now and then costs the files that it fails with, not those that follow; one that is gone, or a
// host in the middle of an update, would fail with all of them.
const MOST_FAILURES = 10;

/** @param {string} path */
const isHashed = (path) => path.startsWith("static/") || path.startsWith("engine/");
/** @param {string} path */
const addressOf = (path) => new URL(path.split("/").map(encodeURIComponent).join("/"), SCOPE).href;

self.addEventListener("install", (event) => {
  event.waitUntil(install().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

// A page says that it is here: the first one of a visit was opened before there was a worker to see it.
self.addEventListener("message", (event) => {
  const book = event.source instanceof Client && bookOf(pathOf(new Request(event.source.url)) ?? "");
  if (book) event.waitUntil(cacheBook(book).catch(() => {}));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(request);
  if (path === null) return;
  const file = LISTED.get(path);
  const book = bookOf(path);
  if (file) event.respondWith(proven(file).catch(() => fetch(request)));
  else if (SHELF.standIns[path]) event.respondWith(fetch(request).catch(() => standIn(SHELF.standIns[path])));
  else if (book) event.respondWith(fetchOfBook(book, event, path));
  else if (request.mode === "navigate" || isHashed(path)) event.respondWith(fetchFromHost(request, path));
});

/** @type {(files: ShelfFile[]) => Map<string, ShelfFile>} */
const byPath = (files) => new Map(files.map((file) => [file.path, file]));
const LISTED = byPath(SHELF.files);
const BOOKS = new Map(SHELF.books.map((book) => [book.id, book]));
const INDEX = /^static\/search\/(.*)-[0-9a-f]+\.json$/;

// A path -> the book that the file belongs to, if the books of this shelf are cached one by one.
/** @param {string} path */
function bookOf(path) {
  return BOOKS.get(INDEX.exec(path)?.[1] ?? path.slice(0, Math.max(path.indexOf("/"), 0)));
}

// The path of a picture's cached size -> the picture.
/** @param {string} path */
async function standIn(path) {
  const book = bookOf(path);
  const file = LISTED.get(path) ?? (book && (await cachedFiles(book))?.get(path));
  return file ? proven(file) : Response.error();
}

/** @param {Request} request @param {string} path */
const fetchFromHost = (request, path) => (request.mode === "navigate" ? fetchPage(request) : fetchFormer(request, path));

// A file of a book that is cached by itself -> the cached one, if the whole book is; otherwise the host's. Whoever opens a
// page of a book will want the rest of it.
/** @param {ShelfBook} book @param {FetchEvent} event @param {string} path */
async function fetchOfBook(book, event, path) {
  const { request } = event;
  const files = await cachedFiles(book);
  const file = files?.get(path);
  if (file) return proven(file).catch(() => fetch(request));
  if (!files && path.endsWith(".html")) event.waitUntil(cacheBook(book).catch(() => {}));
  return request.mode === "navigate" || isHashed(path) ? fetchFromHost(request, path) : fetch(request);
}

// A book -> its files by path, if this version has all of them.
/** @param {ShelfBook} book */
async function cachedFiles(book) {
  const pages = await caches.open(PAGES);
  const list = await sound(book.list, await pages.match(addressOf(listOf(book))));
  return list && byPath(await list.json());
}

/** @param {ShelfBook} book */
const listOf = (book) => `${book.id}/files.json${LISTED_BY}`;

/** @type {Map<string, Promise<void>>} */
const underWay = new Map();

// A book -> all of it cached, once, however often it is asked for meanwhile. What was fetched before the browser ends this
// worker, or the connection breaks, is still there at the next page.
/** @param {ShelfBook} book */
function cacheBook(book) {
  const begun = underWay.get(book.id) ?? cacheWhole(book).finally(() => underWay.delete(book.id));
  underWay.set(book.id, begun);
  return begun;
}

/** @param {ShelfBook} book */
async function cacheWhole(book) {
  if (await cachedFiles(book)) return;
  const list = await fetched(book.list, addressOf(book.list.path));
  await fill(await list.clone().json());
  await (await caches.open(PAGES)).put(addressOf(listOf(book)), list);
}

// A request -> the path of its file below the site's root; null if it isn't one of ours.
/** @param {Request} request */
function pathOf(request) {
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(SCOPE)) return null;
  const path = decodeURIComponent(url.pathname.slice(new URL(SCOPE).pathname.length));
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

// A listed file -> its response as it was built: from the cache, or else fetched and then cached.
/** @param {ShelfFile} file */
async function proven(file) {
  const store = await caches.open(isHashed(file.path) ? FILES : PAGES);
  const address = addressOf(file.path);
  const cached = await sound(file, await store.match(address));
  if (cached) return cached;
  const fresh = await fetched(file, address);
  await store.put(address, fresh.clone());
  return fresh;
}

/** @param {Request} request */
async function fetchPage(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const missing = await proven(/** @type {ShelfFile} */ (LISTED.get("404.html"))).catch(() => Promise.reject(error));
    return new Response(missing.body, { status: 404, headers: missing.headers });
  }
}

// A part of a page that was open before the update -> the host's; the cached one if the host no longer has it. That one
// can't be proven, but only such a page asks for it, and nobody can be sent to it: that would be a page.
/** @param {Request} request @param {string} path */
async function fetchFormer(request, path) {
  const answer = await fetch(request).catch(() => null);
  if (answer?.ok) return answer;
  return (await (await caches.open(FILES)).match(addressOf(path))) ?? answer ?? Response.error();
}

// What this version caches from the start: what the books share, and those books of which the reader had the previous
// version. If anything fails, the browser tries again at a later visit.
async function install() {
  await fill(SHELF.files);
  await (await caches.open(PAGES)).put(addressOf(LIST), Response.json(SHELF.files));
  const former = await formerPages();
  for (const book of former ? SHELF.books : []) {
    if (await former?.match(addressOf(listOf(book)))) await cacheBook(book);
  }
}

// Fetches what isn't cached yet, a few at a time and after everything that a page wants. If one fails, so does the whole, but
// the others are there the next time. Where there is no room, nothing more is fetched in vain.
/** @param {ShelfFile[]} files */
async function fill(files) {
  const stores = { files: await caches.open(FILES), pages: await caches.open(PAGES), former: await formerPages() };
  const waiting = [...files];
  /** @type {unknown[]} */
  const failures = [];
  const note = (/** @type {unknown} */ reason) => {
    failures.push(reason);
    const full = reason instanceof DOMException && reason.name === "QuotaExceededError";
    if (full || failures.length >= MOST_FAILURES) waiting.length = 0;
  };
  const worker = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) await fetchUnlessCached(file, stores).catch(note);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (failures.length) throw failures[0];
}

/** @param {ShelfFile} file @param {{ files: Cache, pages: Cache, former: Cache | undefined }} about */
async function fetchUnlessCached(file, { files, pages, former }) {
  const address = addressOf(file.path);
  const store = isHashed(file.path) ? files : pages;
  if (await sound(file, await store.match(address))) return;
  const same = former && !isHashed(file.path) && (await sound(file, await former.match(address)));
  await store.put(address, same || (await fetched(file, address)));
}

// The pages of the previous version, so that an update fetches only what has changed.
async function formerPages() {
  const name = (await versions()).at(-1);
  return name ? caches.open(name) : undefined;
}

// The caches of other versions, the oldest first; browsers list caches in the order in which they were made.
async function versions() {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(PAGES_OF_ALL_VERSIONS) && name !== PAGES);
}

// This version and the previous one stay, for pages that are still open; older ones go, and files that neither lists.
async function tidy() {
  const others = await versions();
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  /** @type {Set<string>} */
  const named = new Set();
  for (const name of [PAGES, ...others.slice(-1)]) for (const path of await pathsIn(name)) named.add(path);
  const files = await caches.open(FILES);
  for (const request of await files.keys()) {
    const path = pathOf(request);
    if (path !== null && !named.has(path)) await files.delete(request);
  }
}

// The name of a version's cache -> the paths of all its files, by the lists in it.
/** @param {string} name @returns {Promise<string[]>} */
async function pathsIn(name) {
  const cache = await caches.open(name);
  const lists = (await cache.keys()).filter(({ url }) => url.endsWith(encodeURIComponent(LISTED_BY)));
  // Whatever another script made of a list, it must not stop this version from working.
  const read = async (/** @type {Request} */ list) => (await cache.match(list))?.json().catch(() => []);
  const files = (await Promise.all(lists.map(read))).flat();
  return files.flatMap((file) => file?.path ?? []);
}
