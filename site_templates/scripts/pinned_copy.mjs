// A table or calculator of another page -> the same for this one: every id its own, every link from its own page's place.

const REFERENCES = ["for", "aria-labelledby", "aria-describedby", "aria-controls"];

// A page's document, the address of the thing in it, its pin -> elements, or null if it is not there.
export function pinnedCopy(page, address, pin) {
  const found = page.getElementById(decodeURIComponent(new URL(address).hash.slice(1)));
  if (!found) return null;
  const bar = found.previousElementSibling;
  const parts = bar?.classList.contains("table-bar") ? [bar, found] : [found];
  return parts.map((part) => adapted(document.importNode(part, true), address, pin));
}

function adapted(copy, address, pin) {
  for (const tools of copy.querySelectorAll(".tools")) tools.remove();
  // The card has the title; the widget still needs its words.
  for (const title of copy.querySelectorAll(".widget-title")) title.hidden = true;
  // The same may stand on this page as well, and of two landmarks with one name nobody knows which is meant.
  if (copy.localName === "section") copy.setAttribute("role", "group");
  copy.querySelector("form")?.removeAttribute("aria-labelledby");
  const all = [copy, ...copy.querySelectorAll("*")];
  for (const element of all) {
    if (element.id) element.id = ownId(pin, element.id);
    for (const name of REFERENCES) {
      const ids = element.getAttribute(name);
      if (ids) element.setAttribute(name, ids.split(/\s+/).map((id) => ownId(pin, id)).join(" "));
    }
    for (const name of ["href", "src"]) {
      if (element.hasAttribute(name)) element.setAttribute(name, new URL(element.getAttribute(name), address).href);
    }
  }
  return copy;
}

function ownId(pin, id) {
  return `rb-${pin}--${id}`;
}
