// What the list shows before anything is typed: the headings of this page, and what was found lately.
import { addressOf, pathOf } from "./place.mjs";
import { group, option } from "./search_view.mjs";
import { store, stored } from "./storage.mjs";
import { say } from "./words.mjs";

const NAME = "search-recent";
const LONGEST = 8000;
const MOST = 6;
const LONGEST_TITLE = 200;

export function beforeTyping() {
  const links = [...document.querySelectorAll(".page-contents a[href^='#']")];
  const here = links.map((link) => option({ title: link.textContent.trim(), href: link.href }));
  const lately = recent().map(({ title, place, path }) => option({ title, place, href: addressOf(path) }));
  return [group(say("search_recent"), lately), group(say("search_here"), here)].filter(Boolean);
}

// A link that was followed -> the first of those found lately.
export function remember(link) {
  const title = link.querySelector(".found-title").textContent;
  const place = link.querySelector(".found-place")?.textContent ?? "";
  const path = pathOf(link.href);
  if (path === null) return;
  store(NAME, [{ title, place, path }, ...recent().filter((other) => other.path !== path)].slice(0, MOST));
}

// Anything may lie in the storage: only what is whole and leads into this site counts.
function recent() {
  const kept = stored(NAME, LONGEST);
  const text = (value) => typeof value === "string" && value.length <= LONGEST_TITLE;
  const sound = (each) => text(each?.title) && text(each.place) && addressOf(each.path) !== null;
  return Array.isArray(kept) ? kept.filter(sound).slice(0, MOST) : [];
}
