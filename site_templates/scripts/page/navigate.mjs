// Moving through the shelf without leaving the page, so that the engine stays loaded: the next page is fetched and replaces
// this one. If anything goes wrong, the browser goes there in its own way.
import { announce, prepareVoice } from "./element.mjs";
import { fetchPage, isPage, opened } from "./lazy_load.mjs";

const OF_ONE_PAGE =
  "meta[name=description], meta[property], link:is([rel=canonical], [rel=alternate]), script[type]";
const PASSAGES = ".text > *";
// Where the reader was on each page of their history, by its key.
/** @type {Map<string | undefined, ReturnType<typeof placeNow>>} */
const places = new Map();

// What the scripts do after each change of page, once it is in place -> from now on pages change without a reload. After
// that, the browser looks for the reader's place in the page.
/** @param {() => unknown} enliven */
export function navigateSoftly(enliven) {
  if (!window.navigation) return;
  prepareVoice();
  // The browser reads its relative address again at each change of page.
  for (const icon of document.querySelectorAll("link[rel='icon']")) icon.href = String(icon.href);
  navigation.addEventListener("navigate", (event) => {
    places.set(navigation.currentEntry?.key, placeNow());
    const address = softAddress(event);
    if (!address) return;
    const page = fetchPage(address);
    event.intercept({
      focusReset: "manual",
      scroll: "manual",
      // Before the address changes: links on the old page must not be read from the new one's place.
      ...(event.cancelable ? { precommitHandler: async () => void (await page) } : {}),
      handler: async () => {
        const next = opened(await page);
        if (!next || !(await takePlace(next))) return location.reload();
        announce(document.title);
        await enliven();
        if (!event.signal.aborted) scrollToPlace(event);
      },
    });
  });
  for (const sign of ["pointerover", "focusin", "touchstart"]) {
    document.addEventListener(sign, foresee, { passive: true });
  }
}

// The next page -> whether it is shown now. If not, the error is reported and the browser goes there by itself.
/** @param {Document} next */
async function takePlace(next) {
  try {
    await dress(next);
    admitFaces();
    turn(next);
    return true;
  } catch (error) {
    reportError(error);
    return false;
  }
}

// -> the first passage in the window, by its number, and where it is there. How far the page is scrolled says less:
// calculators that were never near the window are only as tall as calculators tend to be.
function placeNow() {
  const passages = [...document.querySelectorAll(PASSAGES)];
  const passage = passages.findIndex((each) => each.getBoundingClientRect().bottom > 0);
  return { passage, top: passages[passage]?.getBoundingClientRect().top, scrolled: scrollY };
}

// Coming back, readers find the page where they left it, even if it has grown since: the browser would mistake that for their
// own scrolling. Going on, the browser scrolls to what the address names.
/** @param {NavigateEvent} event */
function scrollToPlace(event) {
  const place = event.navigationType === "traverse" ? places.get(event.destination.key) : undefined;
  if (!place) return event.scroll();
  const passage = document.querySelectorAll(PASSAGES)[place.passage];
  const top = passage ? scrollY + passage.getBoundingClientRect().top - place.top : place.scrolled;
  scrollTo({ top, behavior: "instant" });
}

// An event of the Navigation API -> the address if it is one of this shelf's pages, or null.
/** @param {NavigateEvent} event */
function softAddress(event) {
  const { canIntercept, hashChange, downloadRequest, formData, navigationType, destination } = event;
  if (!canIntercept || hashChange || downloadRequest !== null || formData || navigationType === "reload") return null;
  return isPage(new URL(destination.url)) ? destination.url : null;
}

// Whoever points at a link will probably follow it.
/** @param {Event} given */
function foresee({ target }) {
  const link = target?.closest?.("a[href]");
  if (!link || navigator.connection?.saveData || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href);
  if (isPage(url) && url.pathname !== location.pathname) fetchPage(url.href);
}

// The style sheet of this page's book's theme, which not all pages share.
let worn = document.querySelector("link[data-look]")?.href ?? "";

// The next page's theme is loaded before the page is shown, and the old one is removed.
/** @param {Document} next */
async function dress(next) {
  const written = next.querySelector("link[data-look]")?.getAttribute("href");
  const look = written ? new URL(written, document.baseURI).href : "";
  if (look === worn) return;
  const old = document.querySelector("link[data-look]");
  if (look) {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: look });
    link.dataset.look = "";
    const come = new Promise((resolve) => void (link.onload = link.onerror = resolve));
    document.head.append(link);
    await come;
  }
  old?.remove();
  worn = look;
}

// A font that arrived after the first words were painted was not used, so that no line moved. The next page begins with it.
function admitFaces() {
  for (const sheet of document.styleSheets) {
    // A style sheet that the reader's own extensions brought may come from elsewhere: its rules can't be read.
    if (!sheet.href?.startsWith(location.origin)) continue;
    [...sheet.cssRules].forEach((rule, place) => {
      if (rule instanceof CSSFontFaceRule && rule.style.getPropertyValue("font-display") === "optional") admitFace(sheet, rule, place);
    });
  }
}

// Firefox doesn't let such a rule be changed: there another one takes its place.
/** @param {CSSStyleSheet} sheet @param {CSSFontFaceRule} rule @param {number} place */
function admitFace(sheet, rule, place) {
  try {
    rule.style.setProperty("font-display", "swap");
  } catch {
    sheet.deleteRule(place);
    sheet.insertRule(rule.cssText.replace(/(font-display:\s*)optional/, "$1swap"), place);
  }
}

// The next page replaces this one. What is marked data-keep stays: the panel with dice and log, and the screen reader's voice.
/** @param {Document} next */
function turn(next) {
  const root = document.documentElement;
  for (const name of ["book", "rules", "search", "words"]) {
    if (name in next.documentElement.dataset) root.dataset[name] = next.documentElement.dataset[name];
    else delete root.dataset[name];
  }
  root.lang = next.documentElement.lang;
  document.title = next.title;
  for (const paper of document.querySelectorAll("meta[data-scheme]")) {
    paper.content = next.querySelector(`meta[data-scheme="${paper.dataset.scheme}"]`)?.content ?? paper.content;
  }
  // A browser shares the canonical address: it must be this page's, not the first one's.
  for (const old of document.head.querySelectorAll(OF_ONE_PAGE)) old.remove();
  document.head.append(...next.head.querySelectorAll(OF_ONE_PAGE));
  for (const old of [...document.body.children]) if (!old.hasAttribute("data-keep")) old.remove();
  document.body.prepend(...[...next.body.children].filter((each) => !each.hasAttribute("data-keep")));
  for (const choice of document.querySelectorAll("select[data-theme-choice]")) choice.value = root.dataset.theme;
  document.querySelector("main")?.focus({ preventScroll: true });
}
