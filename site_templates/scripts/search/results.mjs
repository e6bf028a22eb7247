// Results -> the elements of the list, and the note above it. Each result is a link that is also an option, so that it
// can be chosen from the field, pressed, opened in a new tab and copied.
import { button, element } from "../page/element.mjs";
import { addressOf, pathOf, ROOT } from "../page/place.mjs";
import { storeIfPossible, stored } from "../page/storage.mjs";
import { say } from "../page/words.mjs";
import { excerpt, marked } from "./terms.mjs";

// What was found, or null -> groups of options: titles that were asked for, then passages.
/** @param {Found | null} found */
export function groupsOf(found) {
  const named = (found?.results ?? []).filter((result) => result.named);
  const inText = (found?.results ?? []).filter((result) => !result.named);
  const groups = [group(say("search_named"), named.map(optionOf)), group(say("search_in_text"), inText.map(optionOf))];
  return groups.filter((each) => each !== null);
}

/** @param {SearchResult} given */
function optionOf({ entry, words }) {
  const { title, text, kind, label, book, bookTitle, pageTitle, under } = entry;
  const above = new Set([bookTitle, pageTitle, under.title]);
  above.delete(title);
  return option({
    title: marks(marked(title, words)),
    kind: kindName({ label }, kind),
    place: [...above].join(" › "),
    excerpt: marks(excerpt(text, words)),
    href: new URL(entry.address, ROOT).href,
    words: [...words].join(" "),
    book,
  });
}

let options = 0;

// { title, kind, place, excerpt, href, words, book }; only title and href are needed -> an option of the list
/** @param {{ title: Child[] | string, kind?: string, place?: string, excerpt?: Child[], href: string | null, words?: string, book?: string }} given */
export function option({ title, kind, place, excerpt: lines, href, words, book }) {
  /** @param {string} name @param {Child[] | string | undefined} content */
  const part = (name, content) => (content?.length ? element("span", { class: `found-${name}` }, ...[content].flat()) : null);
  const parts = [part("title", title), part("kind", kind), part("place", place), part("excerpt", lines)];
  const attributes = { role: "option", id: `rb-found-${(options += 1)}`, "aria-selected": "false", tabindex: "-1" };
  // Read aloud, the parts must not run together.
  const spaced = parts.flatMap((each) => (each ? [each, " "] : []));
  return element("a", { ...attributes, href, "data-words": words, "data-book": book }, ...spaced);
}

// A heading and its options -> a group of the list; null if there are none.
/** @param {string} title @param {Child[]} members */
export function group(title, members) {
  if (members.length === 0) return null;
  const id = `rb-found-group-${(options += 1)}`;
  const heading = element("p", { id, role: "presentation" }, title);
  return element("div", { role: "group", "aria-labelledby": id }, heading, ...members);
}

/** @param {[string, boolean][]} pieces */
function marks(pieces) {
  return pieces.map(([piece, own]) => (own ? element("mark", {}, piece) : piece));
}

// What was typed, what was found, the shelf -> the contents of the note above the list.
/** @param {string} text @param {Found | null} found @param {SearchedShelf} shelf */
export function noteOf(text, found, shelf) {
  if (text && !found) return [shelf.failed ? say("search_failed") : say("search_loading")];
  if (!found) return [];
  return [...aboutFound(text, found, shelf), ...aboutClosed(shelf)];
}

/** @param {string} text @param {Found} found @param {SearchedShelf} shelf @returns {(Node | string)[]} */
function aboutFound(text, found, shelf) {
  if (found.count === 0) return shelf.complete || shelf.failed ? nothing(text, found) : [say("search_loading")];
  const [[typed, meant] = []] = found.corrected;
  return typed ? [say("search_meant", { typed, meant })] : [];
}

// A large shelf isn't searched in full for a word of the book being read.
/** @param {SearchedShelf} shelf */
const aboutClosed = ({ closed }) => (closed ? [" ", button(say("search_closed", { count: closed }), null, { "data-closed": "1" })] : []);

/** @param {string} text @param {Found} about */
function nothing(text, { suggestion, books, kinds }) {
  /** @type {(Node | string)[]} */
  const note = [`${say("search_none", { typed: text })} `];
  const elsewhere = [...books.values(), ...kinds.values()].some(({ count }) => count > 0);
  if (elsewhere) note.push(button(say("search_without_filter"), null, { "data-everywhere": "1" }));
  if (suggestion) note.push(button(say("search_instead", { words: suggestion }), null, { "data-instead": suggestion }));
  return note;
}

// The filters by book and by kind, each with the number of results; remembered for as long as the tab is open.

const KEY = "rollbook-search-filters";
const LONGEST = 200;
/** @type {{ book: string, kind: string } | null} */
let filters = null;

// -> { book, kind }; empty: all
export function storedFilters() {
  if (filters) return filters;
  filters = { book: "", kind: "" };
  try {
    const text = sessionStorage.getItem(KEY) ?? "";
    const { book, kind } = text.length <= LONGEST ? JSON.parse(text) : {};
    if (typeof book === "string" && typeof kind === "string") filters = { book, kind };
  } catch {
    // Nothing stored, or nothing of ours.
  }
  return filters;
}

/** @param {{ book: string, kind: string }} next */
function save(next) {
  filters = next;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // It then lasts as long as the page.
  }
}

// -> the element with both; it tells of a change, and drops both on the event `everywhere`.
export function makeFilters() {
  /** @param {string} name @param {string} label */
  const field = (name, label) => {
    const id = `rb-search-${name}`;
    return element("div", {}, element("label", { for: id }, label), element("select", { id, name }));
  };
  const fields = [field("book", say("search_book")), field("kind", say("search_kind"))];
  const made = element("div", { class: "search-filters" }, ...fields);
  made.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement) save({ ...storedFilters(), [target.name]: target.value });
  });
  made.addEventListener("everywhere", () => save({ book: "", kind: "" }));
  return made;
}

// What was found -> the choices that it leaves. The chosen one stays among them even when it holds nothing.
/** @param {HTMLElement} made @param {Found | null} found */
export function filterBy(made, found) {
  const { book, kind } = storedFilters();
  made.hidden = !found;
  if (!found) return;
  const kinds = new Map([...found.kinds].sort(([, a], [, b]) => b.count - a.count));
  offer(made.querySelector("[name='book']"), say("search_all_books"), found.books, book, ({ label }) => label);
  offer(made.querySelector("[name='kind']"), say("search_all_kinds"), kinds, kind, kindName);
}

/** @param {HTMLSelectElement} select @param {string} all @param {Map<string, Counted>} choices @param {string} chosen @param {(choice: Counted, key: string) => string} nameOf */
function offer(select, all, choices, chosen, nameOf) {
  const named = (/** @type {string} */ key, /** @type {Counted} */ choice) => say("search_counted", { label: nameOf(choice, key), count: choice.count });
  const entries = [...choices];
  if (chosen && !choices.has(chosen)) entries.push([chosen, { label: chosen, count: 0 }]);
  const counted = entries.map(([key, choice]) => element("option", { value: key }, named(key, choice)));
  select.replaceChildren(element("option", { value: "" }, all), ...counted);
  select.value = chosen;
}

// A kind of thing -> its name: a table's own word, or the interface's.
/** @param {{ label: string }} given @param {string} kind @returns {string} */
function kindName({ label }, kind) {
  return label || say(`kind_${kind}`);
}

// What the list shows before anything is typed: the headings of this page, and recent finds.

const NAME = "search-recent";
const LONGEST_STORED = 8000;
const MOST = 6;
const LONGEST_TITLE = 200;

export function beforeTyping() {
  const links = [...document.querySelectorAll(".page-contents a[href^='#']")];
  const here = links.map((link) => option({ title: link.textContent.trim(), href: link.href }));
  const lately = recent().map(({ title, place, path }) => option({ title, place, href: addressOf(path) }));
  return [group(say("search_recent"), lately), group(say("search_here"), here)].filter((each) => each !== null);
}

// A link that was followed -> the first of the recent finds.
/** @param {HTMLAnchorElement} link */
export function remember(link) {
  const title = link.querySelector(".found-title").textContent;
  const place = link.querySelector(".found-place")?.textContent ?? "";
  const path = pathOf(link.href);
  if (path === null) return;
  storeIfPossible(NAME, [{ title, place, path }, ...recent().filter((other) => other.path !== path)].slice(0, MOST));
}

// Anything may be in the storage: only what is complete and leads into this site counts.
/** @returns {{ title: string, place: string, path: string }[]} */
function recent() {
  const found = stored(NAME, LONGEST_STORED);
  /** @param {unknown} value */
  const isText = (value) => typeof value === "string" && value.length <= LONGEST_TITLE;
  /** @param {any} each */
  const isSound = (each) => isText(each?.title) && isText(each.place) && addressOf(each.path) !== null;
  return Array.isArray(found) ? found.filter(isSound).slice(0, MOST) : [];
}
