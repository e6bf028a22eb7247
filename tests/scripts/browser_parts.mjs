// The parts of a browser that the scripts' logic stands on: a storage, which may be full, a window that tells of other
// tabs, and a page of no book. Imported before the scripts, which look for them when they are read.
export const storage = new Map();
export const limits = { longest: Infinity };

globalThis.localStorage = {
  getItem: (key) => storage.get(key) ?? null,
  setItem(key, text) {
    if (text.length > limits.longest) throw new DOMException("full", "QuotaExceededError");
    storage.set(key, text);
  },
  removeItem: (key) => storage.delete(key),
};
globalThis.window = new EventTarget();
globalThis.document = { documentElement: { dataset: {} } };

export function empty() {
  storage.clear();
  limits.longest = Infinity;
}

// Another tab has written.
export function writtenElsewhere(key) {
  window.dispatchEvent(Object.assign(new Event("storage"), { key }));
}
