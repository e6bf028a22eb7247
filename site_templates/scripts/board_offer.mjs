// A screen that came by link or file is shown as an offer: the reader's own stays until they say otherwise.
import { button, element } from "./element.mjs";
import { say } from "./words.mjs";

const NAMED = 8;

// The screen's place, the book's pins and how to change them, what is offered (none: there is something wrong with it).
export function offerShared(place, { book, pins, change, nameOf, shared, words }) {
  place.querySelector(".board-offer")?.remove();
  const own = pins();
  const close = () => {
    offer.remove();
    // As a fragment of the page, so that the same offer does not come back with it.
    if (location.hash.startsWith("#screen=")) location.replace("#rb-board-title");
  };
  const take = (next) => () => {
    close();
    change(next, say("screen_taken", { count: next.length }));
  };
  const choices = shared ? choicesFor(own, shared, take) : [];
  const names = shared ? namesOf(shared, nameOf) : "";
  const offer = element("div", { class: "board-offer", role: "group", "aria-label": words },
    element("p", { role: "status" }, words, names ? ` ${names}` : ""),
    element("p", { class: "board-choices" }, ...choices, button(say(shared ? "screen_ignore" : "close"), close)));
  place.querySelector(".cards").before(offer);
}

function choicesFor(own, shared, take) {
  if (own.length === 0) return [button(say("screen_take"), take(shared), { class: "main" })];
  const more = shared.filter(({ id }) => !own.some((pin) => pin.id === id));
  return [button(say("screen_add"), take([...own, ...more]), { class: "main" }), button(say("screen_use"), take(shared))];
}

function namesOf(pins, nameOf) {
  const named = pins.slice(0, NAMED).map(({ id }) => nameOf(id)).join(", ");
  return pins.length > NAMED ? `${named} …` : `${named}.`;
}
