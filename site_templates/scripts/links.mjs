// Links beside headings, tables, calculators and rules lead to their own place; a plain click also copies the address.
import { once, whenHere } from "./late.mjs";

const OWN = ".anchor[href^='#'], .rule-id > a[href^='#']";

const bring = once(() => import("./copy_link.mjs"));

export function copyLinks() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.(OWN);
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    whenHere(bring, ({ copyLink }) => copyLink(link));
  });
}
