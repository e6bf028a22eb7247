// What a reader may want later is fetched when it is first needed: parts of the scripts, and the shelf's other pages, which are
// cached for the way back; only those of the version that is being read. If a part can't be fetched, the reader is told.
import { showNotice } from "./element.mjs";
import { ROOT } from "./place.mjs";
import { say } from "./words.mjs";

const NOTICE = "rb-notice";
const MOST_PAGES = 20;
/** @type {Map<string, Promise<{ address: string, text: string } | null>>} */
const pages = new Map();
// A browser may cache a host's refusal as well.
const refused = new Set();
// Worked out on the first page: later its relative addresses would lead elsewhere.
const SHARED = sharedFiles(document, document.baseURI);

// How to fetch something -> a function that does so at its first call and shares it with the next. A failure is forgotten:
// the next call tries again. (Most browsers remember a failed import() themselves; start.js sees to that.)
/** @template Loaded @param {() => Promise<Loaded>} load @returns {() => Promise<Loaded>} */
export function loadOnce(load) {
  let coming = null;
  return () => (coming ??= load().catch((reason) => {
    coming = null;
    throw reason;
  }));
}

// A function made by loadOnce(), what to do with what it brings -> done, or the reader is offered to try again.
/** @template Loaded @param {() => Promise<Loaded>} bring @param {(loaded: Loaded) => unknown} use @param {string} [words] @returns {Promise<unknown>} */
export async function whenLoaded(bring, use, words = say("not_fetched")) {
  let brought;
  try {
    brought = await bring();
  } catch {
    const again = () => whenLoaded(bring, use, words);
    showNotice(NOTICE, words, [[say("try_again"), again]]);
    if (!(await isOfThisVersion())) showNotice(NOTICE, say("older_version"), [[say("reload"), () => location.reload()]]);
    return undefined;
  }
  document.getElementById(NOTICE)?.remove();
  return use(brought);
}

/** @param {URL} url */
export function isPage(url) {
  const inside = url.origin === ROOT.origin && url.pathname.startsWith(ROOT.pathname);
  return inside && /(?:\/|\.html)$/.test(url.pathname) && !url.search;
}

// An address -> { address, text } of its page, or null; cached for the way back.
/** @param {string} address */
export function fetchPage(address) {
  const [key] = address.split("#");
  const page = pages.get(key) ?? fetched(key);
  pages.delete(key);
  pages.set(key, page);
  if (pages.size > MOST_PAGES) pages.delete(pages.keys().next().value ?? "");
  return page;
}

/** @param {string} address */
async function fetched(address) {
  const page = await fetchedAs(address, refused.has(address) ? "reload" : "default");
  if (page) return page;
  pages.delete(address);
  refused.add(address);
  return null;
}

/** @param {string} address @param {RequestCache} cache @returns {Promise<{ address: string, text: string } | null>} */
async function fetchedAs(address, cache) {
  try {
    const response = await fetch(address, { credentials: "same-origin", cache });
    const html = (response.headers.get("content-type") ?? "").startsWith("text/html");
    if (!response.ok || !html || response.redirected) throw new TypeError("not a page");
    return { address, text: await response.text() };
  } catch {
    return null;
  }
}

// -> whether the host still has the version of the site that this page belongs to, as far as we can tell: files of another
// one may be gone for good.
async function isOfThisVersion() {
  const page = await fetchedAs(ROOT.href, "reload");
  return page === null || opened(page) !== null;
}

// A fetched page -> its document; null if it could not be fetched or belongs to another version of the site.
/** @param {{ address: string, text: string } | null} page */
export function opened(page) {
  if (!page) return null;
  const next = new DOMParser().parseFromString(page.text, "text/html");
  return sharedFiles(next, page.address) === SHARED ? next : null;
}

/** @param {Document} page @param {string} base */
function sharedFiles(page, base) {
  const files = [...page.querySelectorAll("head script[src], head link[rel='stylesheet']:not([data-look])")];
  // A file that had to be requested twice has the time after its name: see theme.js.
  return files.map((file) => new URL(file.getAttribute("src") ?? file.getAttribute("href"), base).pathname).join();
}
