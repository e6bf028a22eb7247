// What helps readers: their place marked in the contents, panels that get out of the way, keys that turn the page, links that
// copy themselves, and the way to passages that have moved.
import { copyText, delegate } from "./element.mjs";
import { storeIfPossible, stored } from "./storage.mjs";

// Marks in "On this page" the section that is being read: the last one whose heading has passed the upper third. In both
// contents the marked line stays in sight.
/** @param {Document} document @param {AbortSignal} signal */
export function markReadingPlace(document, signal) {
  for (const chapter of document.querySelectorAll(".book-navigation [aria-current]")) keepInSight(chapter);
  /** @type {Map<HTMLElement, HTMLAnchorElement>} */
  const links = new Map();
  for (const link of document.querySelectorAll(".page-contents > ul a[href^='#']")) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) links.set(heading, link);
  }
  if (links.size === 0) return;

  const headings = [...links.keys()];
  const plays = document.querySelector(".plays-here");
  /** @type {HTMLElement | null | undefined} */
  let marked = null;
  const mark = () => {
    const line = window.innerHeight / 3;
    const reading = headings.findLast((heading) => heading.getBoundingClientRect().top <= line);
    const link = reading ? links.get(reading) : null;
    if (link === marked) return;
    marked?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "location");
    marked = link;
    if (link) keepInSight(link);
    if (plays) offerPlays(plays, reading?.id ?? "");
  };

  // One look per frame at most, however fast the page is scrolled.
  let waiting = false;
  const markSoon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      mark();
    });
  };
  document.addEventListener("scroll", markSoon, { passive: true, signal });
  window.addEventListener("resize", markSoon, { signal });
  mark();
  if (plays && !marked) offerPlays(plays, "");
}

// Below the contents: what can be rolled in the section that is being read.
/** @param {Written} plays @param {string} section */
function offerPlays(plays, section) {
  const lines = [...plays.querySelectorAll("li")];
  for (const line of lines) line.hidden = line.dataset.section !== section;
  plays.hidden = lines.every(({ hidden }) => hidden);
}

// A line of long contents -> scrolled into view there; the page itself doesn't move.
/** @param {Element} line */
function keepInSight(line) {
  const contents = line.closest("nav");
  const { top, bottom, height } = line.getBoundingClientRect();
  const frame = contents.getBoundingClientRect();
  if (top < frame.top + height) contents.scrollTop -= frame.top + 2 * height - top;
  else if (bottom > frame.bottom - height) contents.scrollTop += bottom - frame.bottom + 2 * height;
}

// On a phone the two contents are popovers; following a link within the page must not leave one covering it.
/** @param {Document} document */
export function closePanelsOnTheWay(document) {
  for (const panel of document.querySelectorAll("[popover]:not([popover='manual'])")) {
    panel.addEventListener("click", (/** @type {MouseEvent} */ { target }) => {
      if (target?.closest?.("a[href]") && panel.matches(":popover-open")) panel.hidePopover();
    });
  }
}

// Alt + Page Up and Alt + Page Down turn the page; the arrow keys with Alt belong to the browser's own history.

/** @type {Record<string, string>} */
const WAYS = { PageUp: "prev", PageDown: "next" };

export function turnByKeys() {
  document.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    if (!way || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = document.querySelector(`.pager a[rel='${way}']`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });
}

// The editor's view shows the id of each rule, where it is written and how many examples hold it. The choice is remembered.

const VIEW = "editors-view";

export function offerEditorView() {
  delegate("change", "[data-editor-view]", ({ checked }) => {
    storeIfPossible(VIEW, { shown: checked });
    showEditorView();
  });
}

// On every page; a preview shows it unless its editor has chosen otherwise.
export function showEditorView() {
  const chosen = stored(VIEW, 100)?.shown;
  const shown = typeof chosen === "boolean" ? chosen : document.querySelector("script[data-page]") !== null;
  document.documentElement.toggleAttribute("data-editing", shown);
  for (const choice of document.querySelectorAll("[data-editor-view]")) choice.checked = shown;
}

// A chapter in short: what its author set in bold, tables and calculators, for use at the table. The choice is stored under
// a name that theme.js, which runs before the first paint, knows too.

const GLANCE = "rollbook-glance";

export function offerGlance() {
  delegate("change", "[data-glance-choice]", ({ checked }) => {
    document.documentElement.toggleAttribute("data-glance", checked);
    try {
      localStorage.setItem(GLANCE, checked ? "on" : "off");
    } catch {
      // Then the choice lasts as long as the reader stays on this shelf.
    }
  });
}

// On every page.
export function showGlance() {
  for (const choice of document.querySelectorAll("[data-glance-choice]")) choice.checked = document.documentElement.hasAttribute("data-glance");
}

// Links beside headings, tables, calculators and rules lead to their own place; a plain click also copies the address.

const OWN = ".anchor[href^='#'], .rule-id > a[href^='#']";
const SHOWN = 2_000;

export function copyLinks() {
  delegate("click", OWN, async (link, event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (!(await copyText(link.href))) return;
    // The link shows it for a moment.
    link.dataset.copied = "";
    setTimeout(() => delete link.dataset.copied, SHOWN);
  });
}

// A link to a calculator may bring numbers: whoever follows it finds them filled in, on this page or the next.

/** @type {{ href: string, inputs: Record<string, string> } | null} */
let brought = null;

// What to do when a link brings some to a calculator of this page.
/** @param {() => unknown} fill */
export function bringNumbers(fill) {
  delegate("click", "a[data-give]", (link) => {
    brought = { href: link.href, inputs: JSON.parse(link.dataset.give) };
    fill();
  });
}

// -> the calculator that they are for and the numbers, once; null if there are none for this page.
/** @returns {[Written, Record<string, string>] | null} */
export function takeNumbers() {
  const address = brought && new URL(brought.href);
  const here = address && address.pathname === location.pathname;
  const section = here ? document.getElementById(decodeURIComponent(address.hash.slice(1))) : null;
  if (!section || !brought) return null;
  const { inputs } = brought;
  brought = null;
  return [section, inputs];
}

// A page whose passages have partly moved: whoever comes for one of those is taken to where it is now.
/** @param {AbortSignal} signal */
export function followMoved(signal) {
  const follow = () => {
    const passage = [...document.querySelectorAll("[data-moved]")].find(({ id }) => id === wanted());
    if (passage) location.replace(passage.querySelector("a").href);
  };
  follow();
  addEventListener("hashchange", follow, { signal });
}

function wanted() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}
