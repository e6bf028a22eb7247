// Links beside headings, tables, calculators and rules lead to their own place; a plain click also copies the address.
const OWN = ".anchor[href^='#'], .rule-id > a[href^='#']";

export function copyLinks() {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.(OWN);
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    (await import("./copy_link.mjs")).copyLink(link);
  });
}
