// Tables and records that readers may sort, pick and search where the author says so. Without this they are plain lists;
// nothing of it is stored, so that a page always opens as the book has it.
import { button, element, oncePerElement, unseen } from "../page/element.mjs";
import { say } from "../page/words.mjs";

/** @typedef {{ name: string, title: string, kind: string, picks: boolean }} SiftField */
/** @typedef {{ element: HTMLElement, values: string[], shown: string[], text: string, at: number }} SiftItem */
/** @typedef {(item: SiftItem) => boolean} Wanted */

// A number with more values than these is picked by its bounds.
const MOST_VALUES = 12;
// Fewer rows are seen at a glance.
const FEWEST_TO_SEARCH = 8;
// What a row without a value shows.
const NOTHING = /^[-–—−\s]*$/;

const order = new Intl.Collator(document.documentElement.lang || "en", { numeric: true, sensitivity: "base" });
const openOnce = oncePerElement(open);

// Every list of the page that has no controls yet gets them.
export function openLists() {
  for (const place of document.querySelectorAll("[data-sift]")) openOnce(place);
}

/** @param {Written} place */
function open(place) {
  const { fields, sort } = JSON.parse(place.dataset.sift);
  /** @type {SiftField[]} */
  const columns = fields.map((/** @type {any[]} */ [name, title, kind, picks]) => ({ name, title, kind, picks }));
  const items = itemsOf(place, columns);
  /** @type {Map<string, Wanted>} */
  const wanted = new Map();
  const count = element("output", { class: "sift-count" });

  const show = () => {
    const all = [...wanted.values()];
    for (const item of items) item.element.hidden = !all.every((wants) => wants(item));
    const shown = items.filter((item) => !item.element.hidden).length;
    count.textContent = shown === items.length ? "" : say("sift_count", { shown, all: items.length });
  };
  /** @param {string} name @param {Wanted | null} wants */
  const want = (name, wants) => {
    if (wants) wanted.set(name, wants);
    else wanted.delete(name);
    show();
  };

  const label = place.getAttribute("aria-label") ?? "";
  const picks = columns.flatMap((field, at) => (field.picks ? [pick(field, new Map(items.map(({ values, shown }) => [values[at], shown[at]])), (test) => want(field.name, test && ((item) => test(item.values[at])))) ] : []));
  const search = items.length >= FEWEST_TO_SEARCH ? [searchField(label, (wants) => want("", wants))] : [];
  const isTable = place.matches(".table-scroll");
  const sorting = sort && !isTable ? [sortField(columns, (at) => arrange(items, at))] : [];
  const controls = [...search, ...picks, ...sorting];
  if (sort && isTable) sortByTitles(place, items, columns);
  if (controls.length === 0) return;
  const bar = element("form", { class: "sift", role: "search", "aria-label": say("sift_in", { title: label }), autocomplete: "off" }, ...controls, count);
  const clear = button(say("sift_clear"), () => {
    bar.reset();
    wanted.clear();
    if (sort && !isTable) arrange(items, -1);
    show();
  }, { class: "quiet" });
  bar.append(clear);
  bar.addEventListener("submit", (event) => event.preventDefault());
  place.before(bar);
  // Whoever follows a link to a record sees it, whatever was picked before.
  window.addEventListener("hashchange", () => items.some(({ element: each }) => each.hidden && each.matches(":target")) && clear.click());
}

// What can be sorted: the rows of a table, or the records one by one.
/** @param {Written} place @param {SiftField[]} columns @returns {SiftItem[]} */
function itemsOf(place, columns) {
  const table = place.querySelector("table");
  const elements = place.matches(".table-scroll") ? [...table.tBodies[0].rows] : [...place.querySelectorAll(":scope > .record")];
  return elements.map((each, at) => {
    const cells = columns.map(({ name }, index) => each.cells?.[index] ?? (index === 0 ? each.querySelector(".record-title") : each.querySelector(`[data-field="${CSS.escape(name)}"]`)));
    const shown = cells.map((cell) => (cell ? wordsOf(cell) : ""));
    const values = cells.map((cell, index) => cell?.dataset.value ?? shown[index]);
    return { element: each, values, shown, text: wordsOf(each).toLocaleLowerCase(), at };
  });
}

// A cell or record -> its words, without what scripts and tools add to them.
/** @param {Element} cell */
function wordsOf(cell) {
  const copy = /** @type {Element} */ (cell.cloneNode(true));
  copy.querySelectorAll(".roll-note, .roll-result, .tools, .anchor").forEach((part) => part.remove());
  return (copy.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** @param {string} title @param {(wants: Wanted | null) => void} want */
function searchField(title, want) {
  const field = element("input", { type: "search" });
  field.addEventListener("input", () => {
    const words = field.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    want(words.length > 0 ? ({ text }) => words.every((word) => text.includes(word)) : null);
  });
  return element("label", { class: "sift-search" }, say("sift_search"), unseen(` ${title}`), " ", field);
}

// A field by which readers pick, its values -> a list of them, or for many numbers the least and the greatest.
/** @param {SiftField} field @param {Map<string, string>} values @param {(test: ((value: string) => boolean) | null) => void} want */
function pick(field, values, want) {
  const distinct = [...values.keys()].filter((value) => !NOTHING.test(value)).sort((one, other) => compared(one, other, 1));
  if (field.kind === "number" && distinct.length > MOST_VALUES) return bounds(field, want);
  const choices = distinct.map((value) => element("option", { value }, values.get(value)));
  const list = element("select", {}, element("option", { value: "" }, say("sift_any")), ...choices);
  list.addEventListener("change", () => want(list.value === "" ? null : (value) => value === list.value));
  return element("label", {}, field.title, " ", list);
}

/** @param {SiftField} field @param {(test: ((value: string) => boolean) | null) => void} want */
function bounds({ title }, want) {
  const [least, most] = ["sift_from", "sift_to"].map((word) => element("input", { type: "number", step: "any", "aria-label": say(word, { title }) }));
  const change = () => {
    const [low, high] = [least.value === "" ? -Infinity : Number(least.value), most.value === "" ? Infinity : Number(most.value)];
    want(least.value === "" && most.value === "" ? null : (value) => value !== "" && numberIn(value) >= low && numberIn(value) <= high);
  };
  least.addEventListener("input", change);
  most.addEventListener("input", change);
  return element("span", { class: "sift-bounds", role: "group", "aria-label": title }, `${title} `, least, " – ", most);
}

/** @param {SiftField[]} columns @param {(at: number) => void} arrangeBy */
function sortField(columns, arrangeBy) {
  const choices = columns.flatMap(({ title, kind }, at) => (kind === "markdown" || title === "" ? [] : [element("option", { value: String(at) }, title)]));
  const list = element("select", {}, element("option", { value: "-1" }, say("sift_as_written")), ...choices);
  list.addEventListener("change", () => arrangeBy(Number(list.value)));
  return element("label", { class: "sift-sort" }, say("sift_sort"), " ", list);
}

// The titles of a table's columns become buttons: up, down, as written.
/** @param {Written} place @param {SiftItem[]} items @param {SiftField[]} columns */
function sortByTitles(place, items, columns) {
  const titles = [...place.querySelectorAll("thead th, thead td")];
  titles.forEach((title, at) => {
    if (title.localName !== "th" || columns[at].kind === "markdown") return;
    const press = button("", () => {
      const now = title.getAttribute("aria-sort");
      const way = now === "ascending" ? "descending" : now === "descending" ? "" : "ascending";
      for (const other of titles) other.removeAttribute("aria-sort");
      if (way) title.setAttribute("aria-sort", way);
      arrange(items, way ? at : -1, way === "descending" ? -1 : 1);
    }, { class: "sort" });
    press.append(...title.childNodes);
    title.replaceChildren(press);
  });
}

// The items, the field that decides (−1: none, as written), up or down -> moved. Without a value they come last.
/** @param {SiftItem[]} items @param {number} at @param {number} [way] */
function arrange(items, at, way = 1) {
  const parent = items[0]?.element.parentElement;
  const sorted = at < 0 ? [...items].sort((one, other) => one.at - other.at) : [...items].sort((one, other) => compared(one.values[at], other.values[at], way) || one.at - other.at);
  parent?.append(...sorted.map((item) => item.element));
}

/** @param {string} one @param {string} other @param {number} way */
function compared(one, other, way) {
  const [no, none] = [NOTHING.test(one), NOTHING.test(other)];
  if (no || none) return Number(no) - Number(none);
  const [number, another] = [numberIn(one), numberIn(other)];
  return way * (Number.isNaN(number) || Number.isNaN(another) ? order.compare(one, other) : number - another);
}

/** @param {string} value */
function numberIn(value) {
  return Number(value.replaceAll(/[,\s]/g, "").replace(/^[−–]/, "-").replace(/^\+/, ""));
}
