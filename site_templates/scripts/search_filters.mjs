// The filters by book and by kind, each with the number of results; kept for as long as the tab is open.
import { element } from "./element.mjs";
import { say } from "./words.mjs";

const KEY = "rollbook-search-filters";
const LONGEST = 200;
let filters = null;

// -> { book, kind }; empty: all
export function keptFilters() {
  if (filters) return filters;
  filters = { book: "", kind: "" };
  try {
    const kept = sessionStorage.getItem(KEY) ?? "";
    const { book, kind } = kept.length <= LONGEST ? JSON.parse(kept) : {};
    if (typeof book === "string" && typeof kind === "string") filters = { book, kind };
  } catch {
    // Nothing kept, or nothing that is ours.
  }
  return filters;
}

function keep(next) {
  filters = next;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // It then lasts as long as the page.
  }
}

// -> the element with both; it tells of a change, and drops both on the event `everywhere`.
export function makeFilters() {
  const field = (name, label) => {
    const id = `rb-search-${name}`;
    return element("div", {}, element("label", { for: id }, label), element("select", { id, name }));
  };
  const fields = [field("book", say("search_book")), field("kind", say("search_kind"))];
  const made = element("div", { class: "search-filters" }, ...fields);
  made.addEventListener("change", ({ target }) => keep({ ...keptFilters(), [target.name]: target.value }));
  made.addEventListener("everywhere", () => keep({ book: "", kind: "" }));
  return made;
}

// What was found -> the choices that it leaves. The chosen one stays among them even when it holds nothing.
export function filterBy(made, found) {
  const { book, kind } = keptFilters();
  made.hidden = !found;
  if (!found) return;
  const kinds = new Map([...found.kinds].sort(([, a], [, b]) => b.count - a.count));
  offer(made.querySelector("[name='book']"), say("search_all_books"), found.books, book, ({ label }) => label);
  offer(made.querySelector("[name='kind']"), say("search_all_kinds"), kinds, kind, kindName);
}

function offer(select, all, choices, chosen, nameOf) {
  const named = (key, choice) => say("search_counted", { label: nameOf(choice, key), count: choice.count });
  const entries = [...choices];
  if (chosen && !choices.has(chosen)) entries.push([chosen, { label: chosen, count: 0 }]);
  const options = entries.map(([key, choice]) => element("option", { value: key }, named(key, choice)));
  select.replaceChildren(element("option", { value: "" }, all), ...options);
  select.value = chosen;
}

// A kind of thing -> its name: a table's own word, or the interface's.
export function kindName({ label }, kind) {
  return label || say(`kind_${kind}`);
}
