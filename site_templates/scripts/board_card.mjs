// One card of the screen: a table or calculator with its name, its tools, and the way to where it stands in the text.
import { button, element, unseen } from "./element.mjs";
import { fetchPage, opened } from "./pages.mjs";
import { pinnedCopy } from "./pinned_copy.mjs";
import { WIDEST } from "./pins.mjs";
import { say } from "./words.mjs";

// { a pin's id, its name, where it stands (if it does), its heading's level }, what moves it ->
// { element, fill, arranged(index, count, width) }
export function makeCard({ id, name, thing, level }, arrange) {
  const title = element(`h${Math.min(level, 6)}`, { class: "card-title", id: `rb-card-${id}` }, name);
  const content = element("div", { class: "card-content" });
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
    arranged(index, count, width) {
      card.dataset.width = String(width);
      allow(tools.earlier, index > 0);
      allow(tools.later, index < count - 1);
      allow(tools.narrower, width > 1);
      allow(tools.wider, width < WIDEST);
    },
  };
}

// A button that has nothing to do keeps the focus that it may have.
function allow(tool, allowed) {
  if (allowed) tool.removeAttribute("aria-disabled");
  else tool.setAttribute("aria-disabled", "true");
}

function wayToText({ address, chapter, title }) {
  return element("p", { class: "card-place" }, element("a", { href: address }, say("screen_in_text", { chapter }), unseen(`: ${title}`)));
}
