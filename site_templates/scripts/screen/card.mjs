// The cards of the screen: a table or calculator each, with its name, its tools, and a link to its place in the text; and how
// they are dragged about.
import { button, element, unseen } from "../page/element.mjs";
import { fetchPage, opened } from "../page/lazy_load.mjs";
import { say } from "../page/words.mjs";
import { WIDEST } from "./pins.mjs";

// { a pin's id, its name, where it is in the book (if it is), its heading's level }, what moves it ->
// { element, fill, arranged(index, count, width) }
/** @param {{ id: string, name: string, thing: PinnedThing | undefined, level: number }} given @param {Arrange} arrange */
export function makeCard({ id, name, thing, level }, arrange) {
  const title = element(/** @type {"h2"} */ (`h${Math.min(level, 6)}`), { class: "card-title", id: `rb-card-${id}` }, name);
  const content = element("div", { class: "card-content" });
  /** @param {string} what @param {string} words @param {() => unknown} act */
  const tool = (what, words, act) => button("", act, { class: "tool", "data-do": what, "aria-label": `${words}: ${name}`, title: words });
  const tools = {
    drag: tool("drag", say("screen_drag"), () => {}),
    earlier: tool("earlier", say("screen_earlier"), () => arrange.step(id, -1)),
    later: tool("later", say("screen_later"), () => arrange.step(id, 1)),
    narrower: tool("narrower", say("screen_narrower"), () => arrange.widen(id, -1)),
    wider: tool("wider", say("screen_wider"), () => arrange.widen(id, 1)),
    unpin: tool("unpin", say("screen_unpin"), () => arrange.unpin(id)),
  };
  tools.drag.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    arrange.step(id, by);
  });
  const bar = element("div", { class: "card-tools" }, ...Object.values(tools));
  const card = element("div", { class: "card", role: "group", "data-pinned": id, "aria-labelledby": title.id }, element("div", { class: "card-bar" }, title, bar), content);
  if (thing) {
    card.dataset.standsAt = thing.address;
    card.dataset.standsIn = `${thing.chapter}: ${thing.title}`;
  }

  async function fill() {
    if (!thing) return content.replaceChildren(element("p", { class: "card-gone" }, say("screen_gone", { name })));
    const page = opened(await fetchPage(thing.address));
    const copy = page && pinnedCopy(page, thing.address, id);
    if (copy) return content.replaceChildren(...copy, wayToText(thing));
    const gone = page !== null;
    content.replaceChildren(element("p", { class: "card-gone" }, say(gone ? "screen_gone" : "screen_missing", { name }), " ", gone ? "" : button(say("try_again"), fill, { class: "quiet" })));
  }

  return {
    element: card,
    fill,
    /** @param {number} index @param {number} count @param {number} width */
    arranged(index, count, width) {
      card.dataset.width = String(width);
      allow(tools.earlier, index > 0);
      allow(tools.later, index < count - 1);
      allow(tools.narrower, width > 1);
      allow(tools.wider, width < WIDEST);
    },
  };
}

// A button with nothing to do keeps the focus if it has it.
/** @param {HTMLElement} tool @param {boolean} allowed */
function allow(tool, allowed) {
  if (allowed) tool.removeAttribute("aria-disabled");
  else tool.setAttribute("aria-disabled", "true");
}

/** @param {PinnedThing} given */
function wayToText({ address, chapter, title }) {
  return element("p", { class: "card-place" }, element("a", { href: address }, say("screen_in_text", { chapter }), unseen(`: ${title}`)));
}

// A table or calculator of another page -> the same for this one: ids of its own, links that lead where they led.

const REFERENCES = ["for", "aria-labelledby", "aria-describedby", "aria-controls"];

// A page's document, the address of the thing in it, its pin -> elements, or null if it is not there.
/** @param {Document} page @param {string} address @param {string} pin */
function pinnedCopy(page, address, pin) {
  const found = withTable(page.getElementById(decodeURIComponent(new URL(address).hash.slice(1))));
  if (!found) return null;
  const bar = found.previousElementSibling;
  const parts = bar?.classList.contains("table-bar") ? [bar, found] : [found];
  return parts.map((part) => adapted(/** @type {HTMLElement} */ (document.importNode(part, true)), address, pin));
}

// A record that is a row of a table -> a table with this row alone, under its titles.
/** @param {Written | null} found @returns {Written | null} */
function withTable(found) {
  if (found?.localName !== "tr") return found;
  const { id } = found;
  const region = /** @type {Written} */ (found.closest(".table-scroll").cloneNode(true));
  region.removeAttribute("data-sift");
  for (const row of region.querySelector("tbody").children) row.hidden = row.id !== id;
  for (const row of region.querySelectorAll("tbody > [hidden], caption")) row.remove();
  return region;
}

/** @param {HTMLElement} copy @param {string} address @param {string} pin */
function adapted(copy, address, pin) {
  for (const tools of copy.querySelectorAll(".tools, .sentence .anchor, td > .anchor, .pin")) tools.remove();
  // A card has no paragraph that says what its roll is about.
  if (copy.matches(".in-text")) copy.querySelector(".widget-actions").before(copy.querySelector(".sentence"));
  // The card has the title; the widget still needs its words.
  for (const title of copy.querySelectorAll(".widget-title, .record-title")) title.hidden = true;
  // The same may be on this page as well, and of two landmarks with one name nobody knows which is meant.
  if (copy.localName === "section") copy.setAttribute("role", "group");
  copy.querySelector("form")?.removeAttribute("aria-labelledby");
  const all = [copy, ...copy.querySelectorAll("*")];
  for (const each of all) {
    if (each.id) each.id = ownId(pin, each.id);
    for (const name of REFERENCES) {
      const ids = each.getAttribute(name);
      if (ids) each.setAttribute(name, ids.split(/\s+/).map((/** @type {string} */ id) => ownId(pin, id)).join(" "));
    }
    for (const name of ["href", "src"]) {
      if (each.hasAttribute(name)) each.setAttribute(name, new URL(each.getAttribute(name), address).href);
    }
  }
  return copy;
}

/** @param {string} pin @param {string} id */
function ownId(pin, id) {
  return `rb-${pin}--${id}`;
}

// Cards are dragged by their handles, with mouse, pen or finger: the card follows, and a line shows where it will go. The
// buttons beside the handle and the arrow keys on it do everything that dragging does.

const EDGE = 70;
const SCROLLED = 14;

// The list of cards, what to do with a card and the place that it is dropped at, a signal for the page's end.
/** @param {HTMLElement} list @param {(card: HTMLElement, index: number) => void} drop @param {AbortSignal} signal */
export function dragCards(list, drop, signal) {
  list.addEventListener("pointerdown", (event) => {
    const handle = event.target?.closest?.("[data-do='drag']");
    if (handle && event.button === 0) carry(handle, event, list, drop);
  }, { signal });
}

/** @param {HTMLElement} handle @param {PointerEvent} start @param {HTMLElement} list @param {(card: HTMLElement, index: number) => void} drop */
function carry(handle, start, list, drop) {
  const card = handle.closest(".card");
  const startScroll = scrollY;
  let last = start;
  /** @type {DropPlace | null} */
  let place = null;
  let frame = 0;
  const over = new AbortController();
  handle.setPointerCapture(start.pointerId);

  const follow = () => {
    frame = requestAnimationFrame(follow);
    if (last.clientY < EDGE) scrollBy(0, -SCROLLED);
    else if (last.clientY > innerHeight - EDGE) scrollBy(0, SCROLLED);
    card.style.transform = `translate(${last.clientX - start.clientX}px, ${last.clientY - start.clientY + scrollY - startScroll}px)`;
    place = placeUnder(last, list, card);
    show(list, place);
  };

  /** @param {boolean} dropped */
  const end = (dropped) => {
    cancelAnimationFrame(frame);
    over.abort();
    card.style.transform = "";
    card.classList.remove("carried");
    show(list, null);
    if (dropped && place) drop(card, indexFor(place, list, card));
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    const far = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > 4;
    last = event;
    if (frame === 0 && far) {
      card.classList.add("carried");
      follow();
    }
  };
  const { signal } = over;
  handle.addEventListener("pointermove", move, { signal });
  handle.addEventListener("pointerup", () => end(true), { signal });
  handle.addEventListener("pointercancel", () => end(false), { signal });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && end(false), { signal });
}

// Where the pointer is -> { card, after }: the card that it is over, and which side of it.
/** @param {PointerEvent} given @param {HTMLElement} list @param {HTMLElement} carried @returns {DropPlace | null} */
function placeUnder({ clientX, clientY }, list, carried) {
  const card = document.elementFromPoint(clientX, clientY)?.closest(".card");
  if (!card || card === carried || card.parentElement !== list) return null;
  const { left, top, width, height } = card.getBoundingClientRect();
  const oneColumn = list.clientWidth < 1.5 * width;
  return { card, after: oneColumn ? clientY > top + height / 2 : clientX > left + width / 2 };
}

/** @param {HTMLElement} list @param {DropPlace | null} place */
function show(list, place) {
  for (const card of /** @type {Iterable<any>} */ (list.children)) {
    if (place && card === place.card) card.dataset.drop = place.after ? "after" : "before";
    else delete card.dataset.drop;
  }
}

// Counted without the dragged card, as it is taken out first.
/** @param {DropPlace} given @param {HTMLElement} list @param {HTMLElement} carried */
function indexFor({ card, after }, list, carried) {
  const others = [...list.children].filter((each) => each !== carried);
  return others.indexOf(card) + (after ? 1 : 0);
}
