// What a reader takes away from a page: a file, or a part of it on paper.

// How long a browser may take to begin saving.
const SAVED_AFTER = 10_000;

/** @param {string} name @param {string} type @param {string} text */
export function saveFile(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), SAVED_AFTER);
}

// `sheet` or `screen` alone, without the page around it.
/** @param {string} part */
export function printAlone(part) {
  document.documentElement.dataset.printing = part;
  window.addEventListener("afterprint", () => delete document.documentElement.dataset.printing, { once: true });
  window.print();
}
