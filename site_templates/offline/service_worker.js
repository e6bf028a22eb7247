// Keeps the shelf in the browser. Above this text stands `const SHELF = { version, files: [{ path, size, sha256 }] }`,
// written by render_offline.py: every file of the site but its PDFs, the engine first.
//
// Two caches. FILES holds what lies below static/ and engine/: those names hold a hash of the content, so a page always
// gets exactly the files that it was built with, whichever versions are kept. PAGES holds everything else, one cache
// for each version, filled completely before it is used: so a reader never gets pages of two versions.
//
// Any script of this origin can write into both, also one of another site that lies there, or of an attack that is long
// over. So nothing kept is served before its bytes proved to be those that were built; what was spoiled is fetched anew.
"use strict";

const SCOPE = new URL("./", self.location.href).href;
const FILES = "rollbook-files";
const PAGES_OF_ALL_VERSIONS = `rollbook-pages ${SCOPE} `;
const PAGES = PAGES_OF_ALL_VERSIONS + SHELF.version;
const LIST = "shelf.json?kept";
const AT_ONCE = 2;

/** @param {string} path */
const isHashed = (path) => path.startsWith("static/") || path.startsWith("engine/");
/** @param {string} path */
const addressOf = (path) => new URL(path.split("/").map(encodeURIComponent).join("/"), SCOPE).href;

self.addEventListener("install", (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(request);
  if (path === null) return;
  const file = LISTED.get(path);
  if (file) event.respondWith(proven(file).catch(() => fetch(request)));
  else if (request.mode === "navigate") event.respondWith(fetchPage(request));
  else if (isHashed(path)) event.respondWith(fetchFormer(request, path));
});

const LISTED = new Map(SHELF.files.map((file) => [file.path, file]));

// A request -> the path of its file below the site's root; null if it is none of ours.
/** @param {Request} request */
function pathOf(request) {
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(SCOPE)) return null;
  const path = decodeURIComponent(url.pathname.slice(new URL(SCOPE).pathname.length));
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

// A listed file -> its response as it was built: the one that is kept, or else a fetched one, which is then kept.
/** @param {ShelfFile} file */
async function proven(file) {
  const store = await caches.open(isHashed(file.path) ? FILES : PAGES);
  const address = addressOf(file.path);
  const kept = await sound(file, await store.match(address));
  if (kept) return kept;
  const mended = await fetched(file, address);
  await store.put(address, mended.clone());
  return mended;
}

// A file and what is kept of it -> that response if it is what was built; undefined otherwise. It is handed on as it is,
// since the browser's compiled form of a script hangs on it: so it must be one that was made here, with nothing added.
/** @param {ShelfFile} file @param {Response | undefined} response */
async function sound(file, response) {
  if (!response || response.status !== 200 || response.url !== "") return undefined;
  if ([...response.headers].join() !== `content-type,${typeOf(file.path)}`) return undefined;
  return (await sha256(await response.clone().arrayBuffer())) === file.sha256 ? response : undefined;
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

// A part of a page that was open before the update -> the host's; the kept one where the host has it no more. That one
// cannot be proven, but only such a page asks for it, and nobody can be sent to it: that would be a page.
/** @param {Request} request @param {string} path */
async function fetchFormer(request, path) {
  const answer = await fetch(request).catch(() => null);
  if (answer?.ok) return answer;
  return (await (await caches.open(FILES)).match(addressOf(path))) ?? answer ?? Response.error();
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

/** @param {ShelfFile} file @param {{ files: Cache, pages: Cache, former: Cache | undefined }} about */
async function fetchUnlessKept(file, { files, pages, former }) {
  const address = addressOf(file.path);
  const store = isHashed(file.path) ? files : pages;
  if (await sound(file, await store.match(address))) return;
  const same = former && !isHashed(file.path) && (await sound(file, await former.match(address)));
  await store.put(address, same || (await fetched(file, address)));
}

// A file -> its response, with exactly the bytes that were built: a host may be in the middle of an update.
/** @param {ShelfFile} file @param {string} address */
async function fetched(file, address) {
  const cache = isHashed(file.path) ? "default" : "no-cache";
  const response = await fetch(address, { cache, priority: "low", credentials: "same-origin" });
  const bytes = await response.arrayBuffer();
  if (!response.ok || (await sha256(bytes)) !== file.sha256) throw new Error(`not what was built: ${file.path}`);
  return new Response(bytes, { headers: { "content-type": typeOf(file.path) } });
}

// The ending of a name -> its type, whatever a host or a kept response says. A file without one of these is only data.
/** @type {Record<string, string>} */
const TYPES = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  json: "application/json",
  webmanifest: "application/manifest+json",
  wasm: "application/wasm",
  woff2: "font/woff2",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
};

/** @param {string} path */
function typeOf(path) {
  return TYPES[path.slice(path.lastIndexOf(".") + 1).toLowerCase()] ?? "application/octet-stream";
}

/** @param {ArrayBuffer} bytes */
async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The pages of the version before this one, so that an update fetches only what has changed.
async function formerPages() {
  const name = (await versions()).at(-1);
  return name ? caches.open(name) : undefined;
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
