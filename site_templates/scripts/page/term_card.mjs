// The card that says what a term means, taken from the glossary's own page, which is fetched once and cached.
import { element } from "./element.mjs";
import { fetchPage, opened } from "./lazy_load.mjs";
import { belongsTo } from "./place.mjs";
import { say } from "./words.mjs";

const GAP = 5;

// -> { show(term, aloud, isWanted), hide(), holds(target) }
export function makeTermCard() {
  const name = element("p", { class: "term-name", id: "rb-term-name" });
  const meaning = element("p", { class: "term-meaning", id: "rb-term-meaning" });
  const more = element("a");
  const card = element(
    "div",
    { id: "rb-term", class: "term-card", popover: "manual", role: "dialog", "aria-labelledby": name.id, "data-keep": true },
    name,
    meaning,
    element("p", { class: "term-more" }, more),
  );
  /** @type {HTMLAnchorElement | null} */
  let owner = null;

  function hide() {
    owner?.removeAttribute("aria-describedby");
    owner = null;
    if (card.matches(":popover-open")) card.hidePopover();
  }

  // A link to a term -> whether its meaning could be shown. By the time it arrives the reader may be elsewhere.
  /** @param {HTMLAnchorElement} term @param {boolean} aloud @param {() => boolean} isWanted */
  async function show(term, aloud, isWanted) {
    const found = await lookUp(term.href);
    if (!isWanted() || !term.isConnected) return true;
    hide();
    if (!found) return false;
    owner = term;
    owner.setAttribute("aria-describedby", meaning.id);
    belongsTo(card, term);
    meaning.ariaLive = aloud ? "polite" : "off";
    document.body.append(card);
    // With a source, the browser lets Tab move from the term into it.
    card.showPopover({ source: term });
    // Only what is filled into a card that is already there is spoken.
    name.textContent = found.name;
    meaning.replaceChildren(...found.meaning);
    more.href = term.href;
    more.textContent = say("open_glossary");
    place(card, term);
    return true;
  }

  return { show, hide, holds: (/** @type {unknown} */ target) => target instanceof Node && card.contains(target) };
}

// The address of an entry -> { name, meaning: nodes }, or null if it can't be fetched.
/** @param {string} address */
async function lookUp(address) {
  const page = await fetchPage(address);
  if (!page) return null;
  const entry = opened(page)?.getElementById(decodeURIComponent(new URL(address).hash.slice(1)));
  const text = entry?.nextElementSibling;
  if (!entry?.matches(".glossary > dt") || !text?.matches("dd")) return null;
  return { name: entry.textContent, meaning: [...adapted(document.importNode(text, true), page.address).childNodes] };
}

// A meaning as written on its own page -> the same for another page: links lead where they led, ids stay unique.
/** @param {Element} text @param {string} base */
function adapted(text, base) {
  for (const link of text.querySelectorAll("a[href]")) link.href = new URL(link.getAttribute("href"), base).href;
  for (const named of text.querySelectorAll("[id]")) named.id = `rb-term-${named.id}`;
  for (const roll of text.querySelectorAll("[aria-describedby]")) {
    roll.setAttribute("aria-describedby", `rb-term-${roll.getAttribute("aria-describedby")}`);
  }
  return text;
}

// Above the term's line if there is room, so that reading goes on below it, and never beyond the window's sides.
/** @param {HTMLElement} card @param {Element} term */
function place(card, term) {
  const line = term.getClientRects()[0];
  const { width, height } = card.getBoundingClientRect();
  const most = document.documentElement.clientWidth - width - GAP;
  const bar = document.querySelector(".site-header")?.getBoundingClientRect().bottom ?? 0;
  const above = line.top - height - GAP;
  card.style.left = `${scrollX + Math.max(GAP, Math.min(line.left, most))}px`;
  card.style.top = `${scrollY + (above > bar ? above : line.bottom + GAP)}px`;
}
