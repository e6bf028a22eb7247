// What readers take away from a page, and bring back: a file, a link that holds something whole, a part of the page on paper.

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

// A file of the reader's, its largest size -> the JSON in it; undefined if it is larger, or something else.
/** @param {File} file @param {number} largest @returns {Promise<any>} */
export async function readJson(file, largest) {
  if (file.size > largest) return undefined;
  return file.text().then(JSON.parse).catch(() => undefined);
}

// A page, how its fragment begins, bytes -> the address that carries them there.
/** @param {string} page @param {string} start @param {Uint8Array} bytes */
export function linkWith(page, start, bytes) {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const address = new URL(page);
  address.hash = `${start}${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  return address.href;
}

// The rest of such a fragment -> the bytes; fails if it isn't one.
/** @param {string} text */
export function bytesOf(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
