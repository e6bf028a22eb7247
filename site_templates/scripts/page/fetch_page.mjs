// The shelf's pages as files: fetched once, cached for the way back, and only those of the version that is being read.
import { ROOT } from "./place.mjs";

const MOST_PAGES = 20;
/** @type {Map<string, Promise<{ address: string, text: string } | null>>} */
const pages = new Map();
// A browser may cache a host's refusal as well.
const refused = new Set();
// Worked out on the first page: later its relative addresses would lead elsewhere.
const SHARED = sharedFiles(document, document.baseURI);

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
export async function isOfThisVersion() {
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
