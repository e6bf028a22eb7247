// Marks the words that were searched for in the passage where a result led. Escape removes the marks, and so does moving on.
// If the browser can highlight text without changing the page, it does.
import { ROOT } from "../page/place.mjs";
import { spotWords } from "./terms.mjs";

const NAME = "rb-found";
const LONGEST = 4000;
const MOST_MARKS = 200;
// What a passage begins with: a heading, the link beside it, the ids of its rules.
const OPENINGS = "h1, h2, h3, h4, h5, h6, .anchor, .rule-id";
let clear = () => {};

// What was stored for this page: JSON of { address, words }, which anybody may have written.
/** @param {string} stored */
export async function markWords(stored) {
  clear();
  const asked = read(stored);
  if (!asked || asked.path !== location.pathname) return;
  // After a change of page the browser scrolls when it is done.
  await window.navigation?.transition?.finished.catch(() => {});
  const ranges = findWords(passage(asked.id), new Set(asked.words));
  if (ranges.length === 0) return;
  show(ranges);
  requestAnimationFrame(() => bringIntoView(ranges[0]));
}

/** @param {string} stored */
function read(stored) {
  try {
    const { address, words } = stored.length <= LONGEST ? JSON.parse(stored) : {};
    /** @param {unknown} value */
    const isText = (value) => typeof value === "string";
    if (!isText(address) || !Array.isArray(words) || !words.every(isText)) return null;
    const url = new URL(address, ROOT);
    return { path: url.pathname, id: decodeURIComponent(url.hash.slice(1)), words };
  } catch {
    return null;
  }
}

// The id where a result leads -> the elements of its passage: a table or calculator itself, or everything from a
// heading or rule to the next one.
/** @param {string} id @returns {Element[]} */
function passage(id) {
  const start = id ? document.getElementById(id) : document.querySelector("main h1");
  if (!start) return [];
  if (!start.matches(OPENINGS)) return [start];
  const found = [start];
  // The page's title is in a header of its own, before the text.
  let next = start.matches("h1") ? within(document.querySelector("main .text")?.firstElementChild) : following(start);
  while (next && !isNextPassage(next, found)) {
    found.push(next);
    next = following(next);
  }
  return found;
}

const SIDE_BY_SIDE = ".beside, .told";

// An element of the text -> the next one, even if a table is set beside some of them.
/** @param {Element} element @returns {Element | null} */
function following(element) {
  if (element.nextElementSibling) return within(element.nextElementSibling);
  return element.parentElement?.matches(SIDE_BY_SIDE) ? following(element.parentElement) : null;
}

/** @param {Element | null | undefined} element @returns {Element | null} */
function within(element) {
  return element?.matches(SIDE_BY_SIDE) ? within(element.firstElementChild) : element ?? null;
}

// A rule that follows its heading, or another rule, without a word in between belongs to the same passage.
/** @param {Element} element @param {Element[]} found */
function isNextPassage(element, found) {
  if (element.matches("h2, h3, h4, h5, h6")) return true;
  return element.matches(".rule-id") && found.some((each) => !each.matches(OPENINGS));
}

/** @param {Element[]} elements @param {Set<string>} words */
function findWords(elements, words) {
  const ranges = [];
  for (const element of elements) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, visible);
    for (let node = texts.nextNode(); node && ranges.length < MOST_MARKS; node = texts.nextNode()) {
      for (const [start, end] of spotWords(node.nodeValue ?? "", words)) {
        const range = document.createRange();
        range.setStart(node, start);
        range.setEnd(node, end);
        ranges.push(range);
      }
    }
  }
  return ranges;
}

// What is only for screen readers, what is folded away, and the discreet ids of rules are not marked.
/** @param {Node} given */
function visible({ parentElement }) {
  const seen = !parentElement?.closest(".unseen, .roll-note, .rule-id, option") && parentElement?.checkVisibility();
  return seen ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT;
}

/** @param {Range[]} ranges */
function show(ranges) {
  const listening = new AbortController();
  const { signal } = listening;
  const take = globalThis.CSS?.highlights ? highlight(ranges) : wrap(ranges);
  clear = () => {
    take();
    listening.abort();
    clear = () => {};
  };
  document.addEventListener("keydown", ({ key }) => key === "Escape" && clear(), { signal });
  window.addEventListener("hashchange", () => clear(), { signal });
  window.navigation?.addEventListener("navigate", () => clear(), { signal });
}

/** @param {Range[]} ranges */
function highlight(ranges) {
  CSS.highlights.set(NAME, new Highlight(...ranges));
  return () => CSS.highlights.delete(NAME);
}

/** @param {Range[]} ranges */
function wrap(ranges) {
  const marks = ranges.map((range) => {
    const mark = document.createElement("mark");
    range.surroundContents(mark);
    return mark;
  });
  return () => {
    for (const mark of marks) {
      const parent = mark.parentNode;
      mark.replaceWith(...mark.childNodes);
      parent?.normalize();
    }
  };
}

/** @param {Range} range */
function bringIntoView(range) {
  const { top, bottom } = range.getBoundingClientRect();
  const bar = document.querySelector(".site-header")?.getBoundingClientRect().bottom ?? 0;
  if (top >= bar && bottom <= window.innerHeight) return;
  range.startContainer.parentElement?.scrollIntoView({ block: "center", inline: "nearest" });
}
