// The game master's screen: what the reader pinned stands on one page, works as in its chapter, and can be arranged.
import { announce } from "./announce.mjs";
import { boardActions } from "./board_actions.mjs";
import { makeCard } from "./board_card.mjs";
import { dragCards } from "./board_drag.mjs";
import { offerShared } from "./board_offer.mjs";
import { element } from "./element.mjs";
import { readPins } from "./board_share.mjs";
import { keepPins, onPins, pinsOf, WIDEST } from "./pins.mjs";
import { say } from "./words.mjs";

// The screen's place in the page, what makes new widgets work, a signal for the page's end -> filled, and kept so.
export async function fillBoard(place, enliven, signal) {
  const { book } = document.documentElement.dataset;
  const things = pinnable();
  const cards = new Map();
  const list = element("div", { class: "cards" });
  const level = Number(place.querySelector(".board-title").localName.at(-1)) + 1;
  const pins = () => pinsOf(book);
  const nameOf = (id) => things.get(id)?.title ?? id.replace(/^\w+-/, "").replaceAll(/[-_]/g, " ");

  function change(next, words) {
    keepPins(book, next);
    announce(words);
  }

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
      const width = Math.max(1, Math.min(WIDEST, pins().find((pin) => pin.id === id).width + by));
      change(pins().map((pin) => (pin.id === id ? { id, width } : pin)), say("screen_width", { name: nameOf(id), width, most: WIDEST }));
    },
    unpin(id) {
      const neighbour = cards.get(id).element.nextElementSibling ?? cards.get(id).element.previousElementSibling;
      change(pins().filter((pin) => pin.id !== id), say("unpinned"));
      // The focus must not fall to the top of the page with the button that had it.
      (neighbour?.querySelector("[data-do='unpin']") ?? place.querySelector(".board-actions button:not([hidden])")).focus();
    },
  };

  async function show() {
    const now = pins();
    const held = document.activeElement;
    for (const [id, card] of cards) if (!now.some((pin) => pin.id === id)) drop(id, card);
    const added = now.filter(({ id }) => !cards.has(id));
    for (const { id } of added) cards.set(id, makeCard({ id, name: nameOf(id), thing: things.get(id), level }, arrange));
    now.forEach(({ id, width }, index) => {
      const { element: card, arranged } = cards.get(id);
      if (list.children[index] !== card) list.insertBefore(card, list.children[index] ?? null);
      arranged(index, now.length, width);
    });
    // A card that was put elsewhere lost the focus on the way.
    if (held !== document.activeElement && list.contains(held)) held.focus();
    actions.show(now);
    await Promise.all(added.map(({ id }) => cards.get(id)?.fill()));
    if (added.length > 0 && !signal.aborted) await enliven();
  }

  function drop(id, card) {
    card.element.remove();
    cards.delete(id);
  }

  const actions = boardActions({ book, pins, change, first: firstPins(place), offer: (shared) => offerShared(place, { book, pins, change, nameOf, ...shared }) });
  place.append(actions.hint, list, actions.element);
  dragCards(list, (card, index) => arrange.move(card.dataset.pinned, index), signal);
  signal.addEventListener("abort", onPins(show));
  window.addEventListener("hashchange", () => actions.openLink(location.hash), { signal });
  await show();
  actions.openLink(location.hash);
}

// The page's own list says what there is to pin, and where it stands.
function pinnable() {
  const lines = [...document.querySelectorAll(".index [data-pinnable]")];
  return new Map(lines.map((line) => {
    const link = line.querySelector("a[href]");
    const chapter = line.closest(".index-group").querySelector(".index-chapter").textContent;
    return [line.dataset.pinnable, { address: link.href, title: link.textContent, chapter }];
  }));
}

function firstPins(place) {
  return readPins(place.dataset.first ?? "");
}
