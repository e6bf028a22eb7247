// The game master's screen: what the reader pinned is on one page, works as in its chapter, and can be arranged.
import { announce, button, copyText, element } from "../page/element.mjs";
import { printAlone } from "../page/save_and_print.mjs";
import { say } from "../page/words.mjs";
import { dragCards, makeCard } from "./card.mjs";
import { storePins, onPins, pinsOf, WIDEST } from "./pins.mjs";
import { offerShared, readFile, readFragment, readPins, saveScreen, sharedAddress } from "./share.mjs";

// The screen's place in the page, what makes new widgets work, a signal for the page's end -> filled, and kept up to date.
/** @param {Written} place @param {() => unknown} enliven @param {AbortSignal} signal */
export async function fillBoard(place, enliven, signal) {
  const { book = "" } = document.documentElement.dataset;
  const things = pinnable();
  /** @type {Map<string, ReturnType<typeof makeCard>>} */
  const cards = new Map();
  const list = element("div", { class: "cards" });
  const level = Number(place.querySelector(".board-title").localName.at(-1)) + 1;
  const pins = () => pinsOf(book);
  /** @param {string} id */
  const nameOf = (id) => things.get(id)?.title ?? id.replace(/^\w+-/, "").replaceAll(/[-_]/g, " ");

  /** @param {Pin[]} next @param {string} words */
  function change(next, words) {
    storePins(book, next);
    announce(words);
  }

  /** @type {Arrange} */
  const arrange = {
    // To the place of another card, counted as it is now.
    move(id, to) {
      const next = pins().filter((pin) => pin.id !== id);
      const at = Math.max(0, Math.min(to, next.length));
      const moved = pins().find((pin) => pin.id === id);
      if (!moved || pins()[at]?.id === id) return;
      next.splice(at, 0, moved);
      change(next, say("screen_moved", { name: nameOf(id), place: at + 1, count: next.length }));
    },
    step: (id, by) => arrange.move(id, pins().findIndex((pin) => pin.id === id) + by),
    widen(id, by) {
      const width = Math.max(1, Math.min(WIDEST, (pins().find((pin) => pin.id === id)?.width ?? 1) + by));
      change(pins().map((pin) => (pin.id === id ? { id, width } : pin)), say("screen_width", { name: nameOf(id), width, most: WIDEST }));
    },
    unpin(id) {
      const card = cards.get(id)?.element;
      const neighbour = card?.nextElementSibling ?? card?.previousElementSibling;
      change(pins().filter((pin) => pin.id !== id), say("unpinned"));
      // The focus must not fall to the top of the page with the button that had it.
      (neighbour?.querySelector("[data-do='unpin']") ?? place.querySelector(".board-actions button:not([hidden])")).focus();
    },
  };

  async function show() {
    const now = pins();
    const held = /** @type {HTMLElement} */ (document.activeElement);
    for (const [id, card] of cards) if (!now.some((pin) => pin.id === id)) drop(id, card);
    const added = now.filter(({ id }) => !cards.has(id));
    for (const { id } of added) cards.set(id, makeCard({ id, name: nameOf(id), thing: things.get(id), level }, arrange));
    now.forEach(({ id, width }, index) => {
      const card = cards.get(id);
      if (!card) return;
      if (list.children[index] !== card.element) list.insertBefore(card.element, list.children[index] ?? null);
      card.arranged(index, now.length, width);
    });
    // A card that was put elsewhere lost the focus on the way.
    if (held !== document.activeElement && list.contains(held)) held.focus();
    actions.show(now);
    await Promise.all(added.map(({ id }) => cards.get(id)?.fill()));
    if (added.length > 0 && !signal.aborted) await enliven();
  }

  /** @param {string} id @param {ReturnType<typeof makeCard>} card */
  function drop(id, card) {
    card.element.remove();
    cards.delete(id);
  }

  const actions = boardActions({ book, pins, change, first: readPins(place.dataset.first ?? ""), offer: (shared) => offerShared(place, { pins, change, nameOf, ...shared }) });
  place.append(actions.hint, list, actions.element);
  packCards(list, signal);
  dragCards(list, (card, index) => arrange.move(card.dataset.pinned ?? "", index), signal);
  signal.addEventListener("abort", onPins(show));
  window.addEventListener("hashchange", () => actions.openLink(location.hash), { signal });
  await show();
  actions.openLink(location.hash);
}

// The page's own list says what can be pinned, and where it is.
/** @returns {Map<string, PinnedThing>} */
function pinnable() {
  const lines = [...document.querySelectorAll(".index [data-pinnable]")];
  return new Map(lines.map((line) => {
    const link = line.querySelector("a[href]");
    const chapter = line.closest(".index-group").querySelector(".index-chapter").textContent;
    return [line.dataset.pinnable, { address: link.href, title: link.textContent, chapter }];
  }));
}

// What can be done with the whole screen: start it, share it, save it, print it, clear it and bring it back.

// { book, pins(), change(pins, words), first: the book's own choice, offer({ pins, words }) } ->
// { hint, element, show(pins), openLink(fragment) }
/** @param {{ book: string, pins: () => Pin[], change: (pins: Pin[], words: string) => void, first: Pin[], offer: (offered: { shared?: Pin[], words: string }) => void }} given */
function boardActions({ book, pins, change, first, offer }) {
  /** @type {Pin[] | null} */
  let cleared = null;
  const file = element("input", { type: "file", accept: "application/json,.json", "aria-label": say("screen_open"), tabindex: "-1", hidden: true, onchange: () => openFile() });
  const begin = button(say("screen_first"), () => change(first, say("screen_taken", { count: first.length })), { class: "main" });
  const undo = button(say("undo_clear"), () => cleared && change(cleared, say("screen_taken", { count: cleared.length })));
  const full = [
    button(say("screen_share"), () => copyText(sharedAddress(pins()))),
    button(say("screen_save"), () => saveScreen(book, pins())),
    button(say("screen_print"), () => printAlone("screen")),
    button(say("screen_clear"), () => {
      cleared = pins();
      change([], say("screen_cleared"));
      undo.focus();
    }),
  ];
  const hint = element("p", { class: "board-hint" }, say("screen_empty"));
  const row = element("div", { class: "board-actions" }, begin, undo, ...full, button(say("screen_open"), () => file.click()), file);

  async function openFile() {
    if (!file.files?.[0]) return;
    const read = await readFile(file.files[0], book);
    file.value = "";
    if (read.problem !== undefined) return offer({ words: say(read.problem) });
    offer({ shared: read.pins, words: say("screen_file") });
  }

  return {
    hint,
    element: row,
    /** @param {Pin[]} now */
    show(now) {
      const empty = now.length === 0;
      if (!empty) cleared = null;
      hint.hidden = !empty;
      begin.hidden = !empty || first.length === 0;
      undo.hidden = !empty || cleared === null;
      for (const each of full) each.hidden = empty;
    },
    /** @param {string} fragment */
    openLink(fragment) {
      const shared = readFragment(fragment);
      if (shared) offer({ shared, words: say("screen_shared") });
    },
  };
}

// So tall is a row; styles/screen.css says the same.
const ROW = 4;

// Cards of different heights without holes between them: the grid has small rows, and each card takes as many of them as it is
// tall, with the space below it. The cards' list, a signal for the page's end -> packed, whatever opens in a card or joins them.
/** @param {HTMLElement} list @param {AbortSignal} signal */
function packCards(list, signal) {
  const sizes = new ResizeObserver((entries) => {
    const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0;
    // All are measured before the first is moved, so that the browser lays them out only once.
    const spans = entries.map(({ target, borderBoxSize: [{ blockSize }] }) => [target, Math.ceil((blockSize + gap) / ROW)]);
    for (const [card, rows] of spans) /** @type {HTMLElement} */ (card).style.gridRowEnd = `span ${rows}`;
  });
  const cards = new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      for (const card of removedNodes) sizes.unobserve(/** @type {Element} */ (card));
      for (const card of addedNodes) sizes.observe(/** @type {Element} */ (card), { box: "border-box" });
    }
  });
  cards.observe(list, { childList: true });
  signal.addEventListener("abort", () => {
    cards.disconnect();
    sizes.disconnect();
  });
}
