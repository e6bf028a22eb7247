// Results -> the elements of the list, and the note above it. Each result is a link that is also an option, so that it
// can be chosen from the field, pressed, opened in a new tab and copied.
import { button, element } from "./element.mjs";
import { ROOT } from "./place.mjs";
import { excerpt, marked } from "./search_excerpt.mjs";
import { kindName } from "./search_filters.mjs";
import { say } from "./words.mjs";

// What was found, or null -> groups of options: titles that were asked for, then passages.
export function groupsOf(found) {
  const named = (found?.results ?? []).filter((result) => result.named);
  const inText = (found?.results ?? []).filter((result) => !result.named);
  const groups = [group(say("search_named"), named.map(optionOf)), group(say("search_in_text"), inText.map(optionOf))];
  return groups.filter(Boolean);
}

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
export function option({ title, kind, place, excerpt: lines, href, words, book }) {
  const part = (name, content) => content?.length && element("span", { class: `found-${name}` }, ...[content].flat());
  const parts = [part("title", title), part("kind", kind), part("place", place), part("excerpt", lines)];
  const attributes = { role: "option", id: `rb-found-${(options += 1)}`, "aria-selected": "false", tabindex: "-1" };
  // Read aloud, the parts must not run together.
  const spaced = parts.filter(Boolean).flatMap((each) => [each, " "]);
  return element("a", { ...attributes, href, "data-words": words, "data-book": book }, ...spaced);
}

// A heading and its options -> a group of the list; null if there are none.
export function group(title, members) {
  if (members.length === 0) return null;
  const id = `rb-found-group-${(options += 1)}`;
  const heading = element("p", { id, role: "presentation" }, title);
  return element("div", { role: "group", "aria-labelledby": id }, heading, ...members);
}

function marks(pieces) {
  return pieces.map(([piece, own]) => (own ? element("mark", {}, piece) : piece));
}

// What was typed, what was found, the shelf -> the contents of the note above the list.
export function noteOf(text, found, shelf) {
  if (text && !found) return [shelf.failed ? say("search_failed") : say("search_loading")];
  if (!found) return [];
  if (found.count === 0) return shelf.complete || shelf.failed ? nothing(text, found) : [say("search_loading")];
  const [[typed, meant] = []] = found.corrected;
  return typed ? [say("search_meant", { typed, meant })] : [];
}

function nothing(text, { suggestion, books, kinds }) {
  const note = [`${say("search_none", { typed: text })} `];
  const elsewhere = [...books.values(), ...kinds.values()].some(({ count }) => count > 0);
  if (elsewhere) note.push(button(say("search_without_filter"), null, { "data-everywhere": "1" }));
  if (suggestion) note.push(button(say("search_instead", { words: suggestion }), null, { "data-instead": suggestion }));
  return note;
}
