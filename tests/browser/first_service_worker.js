// The first service worker that Rollbook ever published, as it was: readers who have not been back since still have it.
// test_breaking_world.py puts `const SHELF = { version, files }` above it, which is all that it was given.
// Keeps the shelf in the browser. Above this text stands `const SHELF = { version, files: [{ path, size, sha256 }] }`,
// written by render_offline.py: every file of the site but its PDFs, the engine first.
//
// Two caches. FILES holds what lies below static/ and engine/: those names hold a hash of the content, so a page always
// gets exactly the files that it was built with, whichever versions are kept. PAGES holds everything else, one cache
// for each version, filled completely before it is used: so a reader never gets pages of two versions.
"use strict";

const SCOPE = new URL("./", self.location).href;
const FILES = "rollbook-files";
const PAGES_OF_ALL_VERSIONS = `rollbook-pages ${SCOPE} `;
const PAGES = PAGES_OF_ALL_VERSIONS + SHELF.version;
const LIST = "shelf.json?kept";
const AT_ONCE = 2;

const isHashed = (path) => path.startsWith("static/") || path.startsWith("engine/");
// The engine keeps its snapshot inflated, see kept.mjs.
const isSnapshot = (path) => /^engine\/memory-[^/]*\.bin$/.test(path);
const addressOf = (path) => new URL(path.split("/").map(encodeURIComponent).join("/"), SCOPE).href;

self.addEventListener("install", (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path === null) return;
  if (isHashed(path)) event.respondWith(keptFile(event.request, path));
  else if (event.request.mode === "navigate" || PAGE_PATHS.has(path)) event.respondWith(keptPage(event.request, path));
});

const PAGE_PATHS = new Set(SHELF.files.map(({ path }) => path).filter((path) => !isHashed(path)));

// A request -> the path of its file below the site's root; null if it is none of ours.
function pathOf(request) {
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(SCOPE)) return null;
  const path = decodeURIComponent(url.pathname.slice(new URL(SCOPE).pathname.length));
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

async function keptFile(request, path) {
  const files = await caches.open(FILES);
  return (await files.match(addressOf(path))) ?? fetch(request);
}

async function keptPage(request, path) {
  const pages = await caches.open(PAGES);
  const page = await pages.match(addressOf(path));
  if (page) return page;
  try {
    return await fetch(request);
  } catch (error) {
    const missing = await pages.match(addressOf("404.html"));
    if (!missing || request.mode !== "navigate") throw error;
    return new Response(missing.body, { status: 404, headers: missing.headers });
  }
}

// Fetches what is not kept yet, a few at a time and behind everything that a page wants. If one fails, the browser tries
// again at a later visit, and what was fetched until then is still there.
async function fill() {
  const stores = { files: await caches.open(FILES), pages: await caches.open(PAGES), former: await formerPages() };
  const waiting = [...SHELF.files];
  const worker = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) await fetchUnlessKept(file, stores);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await stores.pages.put(addressOf(LIST), Response.json(SHELF.files));
}

async function fetchUnlessKept(file, { files, pages, former }) {
  const address = addressOf(file.path);
  const store = isHashed(file.path) ? files : pages;
  const key = isSnapshot(file.path) ? `${address}?inflated` : address;
  if (await store.match(key)) return;
  const same = former.get(file.path)?.sha256 === file.sha256 && (await former.pages.match(address));
  await store.put(key, same || (await fetched(file, address)));
}

// A file -> its response, with exactly the bytes that were built: a host may be in the middle of an update.
async function fetched(file, address) {
  const cache = isHashed(file.path) ? "default" : "no-cache";
  const response = await fetch(address, { cache, priority: "low", credentials: "same-origin" });
  const bytes = await response.arrayBuffer();
  if (!response.ok || (await sha256(bytes)) !== file.sha256) throw new Error(`not what was built: ${file.path}`);
  const headers = { "content-type": typeOf(file.path, response) };
  if (!isSnapshot(file.path)) return new Response(bytes, { headers });
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")), { headers });
}

function typeOf(path, response) {
  if (path.endsWith(".wasm")) return "application/wasm";
  return response.headers.get("content-type") ?? "application/octet-stream";
}

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The pages of the version before this one, with their hashes, so that an update fetches only what has changed.
async function formerPages() {
  const name = (await versions()).at(-1);
  const pages = name && (await caches.open(name));
  const list = pages && (await pages.match(addressOf(LIST)));
  const hashes = new Map((list ? await list.json() : []).map((file) => [file.path, file]));
  return { pages, get: (path) => hashes.get(path) };
}

// The caches of other versions, the oldest first; browsers list caches in the order in which they were made.
async function versions() {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(PAGES_OF_ALL_VERSIONS) && name !== PAGES);
}

// This version and the one before it stay, for pages that are still open; older ones go, and files that neither names.
async function tidy() {
  const others = await versions();
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  const named = new Set(SHELF.files.map(({ path }) => path));
  for (const name of others.slice(-1)) {
    const list = await (await caches.open(name)).match(addressOf(LIST));
    for (const { path } of list ? await list.json() : []) named.add(path);
  }
  const files = await caches.open(FILES);
  for (const request of await files.keys()) {
    const path = pathOf(request);
    if (path !== null && !named.has(path)) await files.delete(request);
  }
}
