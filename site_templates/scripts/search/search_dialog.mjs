// The search dialog: a field, two filters and a list. The field keeps the focus; see chooseFromList for its keys.
import { button, element } from "../page/element.mjs";
import { ROOT } from "../page/place.mjs";
import { say } from "../page/words.mjs";
import { ENOUGH, openShelf } from "./books.mjs";
import { storeMarks, markFound } from "./open_search.mjs";
import { search } from "./rank.mjs";
import { beforeTyping, filterBy, groupsOf, storedFilters, makeFilters, noteOf, remember } from "./results.mjs";

const LONGEST = 120;
// Long enough that only what somebody stops at is read aloud.
const SAY_AFTER = 700;

// -> { open }
export function makeDialog() {
  const dialog = element("dialog", { class: "search", "data-keep": true });
  document.body.append(dialog);
  /** @type {SearchedShelf} */
  const shelf = { books: [], address: "", failed: false, complete: false, closed: 0 };
  let text = "";
  // Shows what there is by now, in the dialog as it is furnished now: books may come after it was closed and opened again.
  let refresh = () => {};
  const opened = () => refresh();

  // The words of the page may have changed since it was last open, so it is filled again.
  /** @param {string} typed */
  const open = (typed) => {
    if (dialog.open) return dialog.querySelector("input").select();
    if (typed) text = typed.slice(0, LONGEST);
    const parts = furnish(dialog);
    const update = () => showResults(parts, shelf, () => (text = parts.input.value.trim()));
    parts.input.value = text;
    parts.input.addEventListener("input", update);
    parts.filters.addEventListener("change", update);
    // Who has begun to choose is not disturbed by books that come later.
    refresh = () => dialog.open && !parts.input.hasAttribute("aria-activedescendant") && update();
    const openAll = () => load(shelf, opened, Infinity);
    parts.note.addEventListener("click", ({ target }) => followNote(target, parts, update, openAll));
    parts.list.addEventListener("click", (event) => follow(event, dialog));
    chooseFromList(parts.input, parts.list);
    dialog.showModal();
    if (!typed) parts.input.select();
    load(shelf, opened);
    update();
  };
  dialog.addEventListener("click", (event) => isOutside(event, dialog) && dialog.close());
  // The browser tells of the closing a little later, when it may be open again.
  dialog.addEventListener("close", () => dialog.open || dialog.replaceChildren());
  return { open };
}

/** @param {HTMLDialogElement} dialog */
function furnish(dialog) {
  const input = element("input", {
    ...{ type: "text", role: "combobox", id: "rb-search", "aria-expanded": "false", "aria-controls": "rb-found" },
    ...{ "aria-autocomplete": "list", "aria-label": say("search_field"), placeholder: say("search_hint") },
    ...{ autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go", maxlength: LONGEST },
  });
  const close = button("×", () => dialog.close(), { class: "search-close", "aria-label": say("close") });
  const filters = makeFilters();
  const note = element("p", { class: "search-note" });
  const list = element("div", { id: "rb-found", role: "listbox", "aria-label": say("search_results"), hidden: true });
  const status = element("p", { class: "unseen", role: "status" });
  const keys = element("p", { class: "search-keys", "aria-hidden": "true" }, say("search_keys"));
  dialog.setAttribute("aria-label", say("search_title"));
  const line = element("div", { class: "search-line", role: "search" }, input, close);
  dialog.replaceChildren(line, filters, note, list, status, keys);
  return { input, filters, note, list, status };
}

// Opens the books that this version of the site has, up to so many bytes; after a failure, at the next opening, again.
/** @param {SearchedShelf} shelf @param {() => unknown} opened @param {number} [most] */
async function load(shelf, opened, most = ENOUGH) {
  const root = document.documentElement;
  const address = new URL(root.dataset.search ?? "", document.baseURI).href;
  const isMore = most > ENOUGH && shelf.closed > 0;
  if (shelf.address === address && !shelf.failed && !isMore) return;
  // A browser may have cached the failure.
  const cache = shelf.failed ? "reload" : "default";
  Object.assign(shelf, { address, books: isMore ? shelf.books : [], failed: false, complete: false, closed: 0 });
  /** @param {SearchedBook[]} books */
  const each = (books) => {
    if (books.length > shelf.books.length) shelf.books = books;
    opened();
  };
  try {
    shelf.closed = await openShelf(address, root.dataset.book ?? "", each, cache, most);
    shelf.complete = true;
  } catch {
    shelf.failed = true;
  }
  opened();
}

/** @param {ReturnType<typeof furnish>} given @param {SearchedShelf} shelf @param {() => string} typed */
function showResults({ input, filters, note, list, status }, shelf, typed) {
  const text = typed();
  const reading = document.documentElement.dataset.book ?? "";
  const found = text && shelf.books.length ? search(text, { books: shelf.books, reading, ...storedFilters() }) : null;
  const groups = text ? groupsOf(found) : beforeTyping();
  filterBy(filters, found);
  note.replaceChildren(...noteOf(text, found, shelf));
  list.replaceChildren(...groups);
  list.hidden = groups.length === 0;
  list.setAttribute("aria-busy", String(!shelf.complete && !shelf.failed));
  input.setAttribute("aria-expanded", String(groups.length > 0));
  input.removeAttribute("aria-activedescendant");
  announce(status, found, note);
}

let waiting = 0;
/** @param {HTMLElement} status @param {Found | null} found @param {HTMLElement} note */
function announce(status, found, note) {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const { count = 0, results = [] } = found ?? {};
    status.textContent = `${note.textContent} ${counted(count, results.length)}`.trim();
  }, SAY_AFTER);
}

/** @param {number} count @param {number} shown */
function counted(count, shown) {
  if (count === 0) return "";
  return shown < count ? say("search_most", { count, shown }) : say("search_count", { count });
}

/** @param {any} target @param {ReturnType<typeof furnish>} about @param {() => void} update @param {() => void} openAll */
function followNote(target, { input, filters }, update, openAll) {
  if (target.dataset.closed) openAll();
  else if (target.dataset.instead) input.value = target.dataset.instead;
  else if (target.dataset.everywhere) filters.dispatchEvent(new CustomEvent("everywhere"));
  else return;
  update();
  input.focus();
}

// A result is a link: the browser follows it, here or in a new tab, and its words are marked where it leads.
/** @param {MouseEvent} event @param {HTMLDialogElement} dialog */
function follow(event, dialog) {
  const link = event.target?.closest?.("a[href]");
  if (!link) return;
  remember(link);
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  storeMarks(link.href.slice(ROOT.href.length), link.dataset.words?.split(" ") ?? []);
  const here = link.href.split("#")[0] === location.href.split("#")[0];
  dialog.close();
  if (!here) return;
  if (link.href === location.href) setTimeout(markFound);
  else window.addEventListener("hashchange", markFound, { once: true });
}

// A click on the backdrop has the dialog as its target, but is outside it.
/** @param {MouseEvent} given @param {HTMLDialogElement} dialog */
function isOutside({ target, clientX, clientY }, dialog) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}

// The keys of the search field: arrows move through the list while the focus, and what is typed, stay in the field.
// Enter opens the chosen result, or the first; with Ctrl it opens in a new tab.

const PAGE = 5;

/** @param {HTMLInputElement} input @param {HTMLElement} list */
function chooseFromList(input, list) {
  const options = () => [...list.querySelectorAll("[role='option']")];
  const chosen = () => options().findIndex((option) => option.getAttribute("aria-selected") === "true");

  /** @param {number} number */
  const choose = (number) => {
    for (const [place, option] of options().entries()) {
      const own = place === number;
      option.setAttribute("aria-selected", String(own));
      if (!own) continue;
      input.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    }
  };

  // A key, how many there are, the place of the chosen one (-1: none) -> the place to choose, or null.
  /** @param {string} key @param {number} count @param {number} now */
  const move = (key, count, now) => {
    const last = count - 1;
    if (key === "ArrowDown") return now === last ? 0 : now + 1;
    if (key === "ArrowUp") return now <= 0 ? last : now - 1;
    // Before anything is chosen these keys belong to the text in the field.
    if (now === -1) return null;
    if (key === "PageDown") return Math.min(last, now + PAGE);
    if (key === "PageUp") return Math.max(0, now - PAGE);
    if (key === "Home") return 0;
    return key === "End" ? last : null;
  };

  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const all = options();
    if (event.key === "Enter") return openOption(all[Math.max(chosen(), 0)], event);
    const next = all.length ? move(event.key, all.length, chosen()) : null;
    if (next === null) return;
    event.preventDefault();
    choose(next);
  });
  list.addEventListener("pointermove", ({ target }) => {
    const number = options().indexOf(target?.closest?.("[role='option']"));
    if (number >= 0 && number !== chosen()) choose(number);
  });
}

/** @param {any} option @param {KeyboardEvent} event */
function openOption(option, event) {
  event.preventDefault();
  if (!option) return;
  // A click with the same keys held: what the browser does with it is what the reader's hands know.
  if (event.ctrlKey || event.metaKey) window.open(option.href, "_blank", "noopener");
  else option.click();
}
