// Moving through the shelf without leaving the page, so that the engine stays awake: the next page is fetched and takes
// the place of this one. On any surprise the browser goes there in its own way.
import { ROOT } from "./place.mjs";

const MOST_PAGES = 20;
const pages = new Map();
const OF_ONE_PAGE =
  "meta[name=description], meta[property], link:is([rel=canonical], [rel=prev], [rel=next], [rel=alternate]), script[type]";
// Written down at the first page: later its addresses would be read from another page's place.
const SHARED = sharedFiles(document, document.baseURI);

// What a page's scripts do after each change of page, in its place and not before -> moves from now on are soft.
export function navigateSoftly(enliven) {
  if (!window.navigation) return;
  const announcer = makeAnnouncer();
  // A browser reads its address anew at each move.
  for (const icon of document.querySelectorAll("link[rel='icon']")) icon.href = String(icon.href);
  navigation.addEventListener("navigate", (event) => {
    const address = softAddress(event);
    if (!address) return;
    const page = fetchPage(address);
    event.intercept({
      focusReset: "manual",
      // Before the address changes: links on the old page must not be read from the new one's place.
      ...(event.cancelable ? { precommitHandler: () => page } : {}),
      handler: async () => {
        const next = opened(await page);
        if (!next) return location.reload();
        turn(next);
        announcer.textContent = document.title;
        enliven();
      },
    });
  });
  for (const sign of ["pointerover", "focusin", "touchstart"]) {
    document.addEventListener(sign, foresee, { passive: true });
  }
}

// An event of the Navigation API -> the address if it is one of this shelf's pages, or null.
function softAddress(event) {
  const { canIntercept, hashChange, downloadRequest, formData, navigationType, destination } = event;
  if (!canIntercept || hashChange || downloadRequest !== null || formData || navigationType === "reload") return null;
  return isPage(new URL(destination.url)) ? destination.url : null;
}

function isPage(url) {
  const inside = url.origin === ROOT.origin && url.pathname.startsWith(ROOT.pathname);
  return inside && /(?:\/|\.html)$/.test(url.pathname) && !url.search;
}

// Pointing at a link is nearly following it.
function foresee({ target }) {
  const link = target.closest?.("a[href]");
  if (!link || navigator.connection?.saveData || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href);
  if (isPage(url) && url.pathname !== location.pathname) fetchPage(url.href);
}

// An address -> { address, text } of its page, or null; kept for the way back.
function fetchPage(address) {
  const [key] = address.split("#");
  const page = pages.get(key) ?? fetched(key);
  pages.delete(key);
  pages.set(key, page);
  if (pages.size > MOST_PAGES) pages.delete(pages.keys().next().value);
  return page;
}

async function fetched(address) {
  try {
    const response = await fetch(address, { credentials: "same-origin" });
    const html = (response.headers.get("content-type") ?? "").startsWith("text/html");
    if (!response.ok || !html || response.redirected) throw new TypeError("not a page");
    return { address, text: await response.text() };
  } catch {
    pages.delete(address);
    return null;
  }
}

// A fetched page -> its document; null if it could not be had or belongs to another version of the site.
function opened(page) {
  if (!page) return null;
  const next = new DOMParser().parseFromString(page.text, "text/html");
  return sharedFiles(next, page.address) === SHARED ? next : null;
}

function sharedFiles(page, base) {
  const files = [...page.querySelectorAll("head script[src], head link[rel='stylesheet']")];
  return files.map((file) => new URL(file.getAttribute("src") ?? file.getAttribute("href"), base).href).join();
}

// The next page takes the place of this one. What is marked data-keep stays: the tray, and what speaks.
function turn(next) {
  const root = document.documentElement;
  for (const name of ["book", "rules", "words"]) {
    if (name in next.documentElement.dataset) root.dataset[name] = next.documentElement.dataset[name];
    else delete root.dataset[name];
  }
  root.lang = next.documentElement.lang;
  document.title = next.title;
  // A browser shares the canonical address: it must be this page's, not the first one's.
  for (const old of document.head.querySelectorAll(OF_ONE_PAGE)) old.remove();
  document.head.append(...next.head.querySelectorAll(OF_ONE_PAGE));
  for (const old of [...document.body.children]) if (!("keep" in old.dataset)) old.remove();
  document.body.prepend(...[...next.body.children].filter((each) => !("keep" in each.dataset)));
  for (const choice of document.querySelectorAll("select[data-theme-choice]")) choice.value = root.dataset.theme;
  document.querySelector("main")?.focus({ preventScroll: true });
}

function makeAnnouncer() {
  const announcer = document.createElement("p");
  announcer.className = "unseen";
  announcer.setAttribute("role", "status");
  announcer.dataset.keep = "";
  document.body.append(announcer);
  return announcer;
}
