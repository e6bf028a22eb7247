// Where on the shelf something is: for the log, whose links must never lead out of the site.

// The scripts are in static/scripts-…/, two levels below the site's root.
export const ROOT = new URL("../../", import.meta.url);

const LONGEST_PATH = 300;
/** @type {WeakMap<Element, Element>} */
const owners = new WeakMap();

// A card that floats over the page counts as being where its word is.
/** @param {Element} card @param {Element} word */
export function belongsTo(card, word) {
  owners.set(card, word);
}

// An element of the page -> { title, path }: the heading above it, and its address below the site's root.
/** @param {Element} target @returns {Place} */
export function placeOf(target) {
  // What was pinned to a screen still counts as part of its chapter.
  const pinned = target?.closest?.("[data-stands-at]");
  if (pinned) return { title: pinned.dataset.standsIn, path: pathOf(pinned.dataset.standsAt) ?? "" };
  const heading = headingAbove(target);
  const address = new URL(location.href);
  address.hash = heading?.id ? `#${heading.id}` : "";
  const page = document.querySelector("h1")?.textContent.trim() || document.title;
  const section = heading && heading.localName !== "h1" ? heading.textContent.trim() : "";
  return { title: section ? `${page}: ${section}` : page, path: pathOf(address) ?? "" };
}

// An address -> its path below the site's root, or null for any other.
/** @param {string | URL} address */
export function pathOf(address) {
  const url = new URL(address, ROOT);
  if (url.origin !== ROOT.origin || !url.pathname.startsWith(ROOT.pathname)) return null;
  return url.pathname.slice(ROOT.pathname.length) + url.hash;
}

// A path that was stored -> the address to link to, or null if it would lead out of the site.
/** @param {unknown} path */
export function addressOf(path) {
  if (typeof path !== "string" || path.length > LONGEST_PATH || !URL.canParse(path, ROOT)) return null;
  const url = new URL(path, ROOT);
  return pathOf(url) === null ? null : url.href;
}

/** @param {Element} target */
function headingAbove(target) {
  const stands = owners.get(target?.closest?.("[popover]")) ?? target;
  const headings = [...document.querySelectorAll("main :is(h1, h2, h3, h4, h5, h6)")];
  return headings.findLast((heading) => heading.compareDocumentPosition(stands) & Node.DOCUMENT_POSITION_FOLLOWING);
}
