// The browser's storage, which may be forbidden, full, or filled by someone else.
import { ROOT } from "./place.mjs";

// Several sites may share an origin.
/** @param {string} name */
const key = (name) => `rollbook-${name}:${ROOT.pathname}`;
// What could not be stored lasts as long as the page.
/** @type {Map<string, unknown>} */
const unstored = new Map();

// A name, the longest text that can be ours -> the value under it, or null.
/** @param {string} name @param {number} longest @returns {any} */
export function stored(name, longest) {
  if (unstored.has(name)) return unstored.get(name);
  try {
    const text = localStorage.getItem(key(name));
    return text === null || text.length > longest ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

// What the reader made. If it cannot be stored, they are told; once something can be again, what could not before is tried.
/** @param {string} name @param {unknown} value */
export function store(name, value) {
  storeIfPossible(name, value);
  if (unstored.has(name)) tellUnstored();
  else for (const [other, waiting] of [...unstored]) storeIfPossible(other, waiting);
}

// What is merely convenient, and no loss.
/** @param {string} name @param {unknown} value */
export function storeIfPossible(name, value) {
  try {
    localStorage.setItem(key(name), JSON.stringify(value));
    unstored.delete(name);
  } catch {
    unstored.set(name, value);
  }
}

let tellUnstored = () => {};

// Calls back once, when something that the reader made cannot be stored.
/** @param {() => unknown} callback */
export function onUnstored(callback) {
  tellUnstored = () => {
    tellUnstored = () => {};
    callback();
  };
}

// What is stored under a name and not understood -> moved to another name, for whoever does understand it.
/** @param {string} name */
export function setAside(name) {
  unstored.delete(name);
  try {
    const text = localStorage.getItem(key(name));
    if (text !== null) localStorage.setItem(`${key(name)}:aside`, text);
    localStorage.removeItem(key(name));
  } catch {
    // Nothing can be stored, so nothing can be lost.
  }
}

// What the reader makes and several parts of a page show, as { version, … } under a name; the version, the longest text that
// can be ours -> { read(name), write(name, value), onChange(callback) }. Whoever listens is told of changes that are made
// here, and of those that another tab makes to what was read here.
/** @param {number} version @param {number} longest */
export function storedValues(version, longest) {
  /** @type {Set<() => unknown>} */
  const listeners = new Set();
  /** @type {Set<string>} */
  const watched = new Set();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  /** @param {string} name */
  const watch = (name) => {
    if (watched.has(name)) return;
    watched.add(name);
    window.addEventListener("storage", (event) => {
      if (event.key === key(name) || event.key === null) tell();
    });
  };
  return {
    // -> the value, or null if there is none of this version.
    /** @param {string} name @returns {any} */
    read(name) {
      watch(name);
      const found = stored(name, longest);
      return isRecord(found) && found.version === version ? found : null;
    },
    /** @param {string} name @param {object} value */
    write(name, value) {
      store(name, { version, ...value });
      tell();
    },
    // -> a function that ends it.
    /** @param {() => unknown} callback @returns {() => void} */
    onChange(callback) {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
  };
}

// What comes from storage, a link or a file may be anybody's: these tell whether it has the form of ours.
/** @param {unknown} value @returns {value is Record<string, any>} */
export function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {unknown} value @returns {value is Value} */
export function isPlain(value) {
  return ["string", "number", "boolean"].includes(typeof value);
}

// A value of JSON, how many lists and records may be inside each other -> whether they are not more. Deeper ones would crash
// whatever walks through them: the browser when it sends them, and the engine when it reads them.
/** @param {unknown} value @param {number} levels @returns {boolean} */
export function isShallow(value, levels) {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1));
}
