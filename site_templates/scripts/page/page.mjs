// What a page can do beyond being read, most of it in modules of its own. Begun once; then every page that follows is enlivened.
import { longPressForChoices, showTips } from "../dice/hover_and_hold.mjs";
import { enlivenRolls } from "../dice/rolls.mjs";
import { noteSheetValues, provideValues } from "../dice/values.mjs";
import { affordable, cacheForOffline, engineForBook, warmByPointer, warmForRegulars } from "../engine/book_engine.mjs";
import { connectEngine } from "../engine/engine.mjs";
import { markFound, offerSearch } from "../search/open_search.mjs";
import { characterValues, onCharacter } from "../sheet/character.mjs";
import { enlivenTables } from "../tables/tables.mjs";
import { delegate, showNotice } from "./element.mjs";
import { loadOnce, whenLoaded } from "./lazy_load.mjs";
import { navigateSoftly } from "./navigate.mjs";
import { ROOT } from "./place.mjs";
import { bringNumbers, closePanelsOnTheWay, copyLinks, followMoved, markReadingPlace, offerEditorView, offerGlance, showEditorView, showGlance, turnByKeys } from "./reading_aids.mjs";
import { onUnstored, stored } from "./storage.mjs";
import { explainTerms } from "./terms.mjs";
import { say, useWords } from "./words.mjs";

const root = document.documentElement;
let page = new AbortController();
let widgets = false;
/** @type {(() => void) | null} */
let answerEarly = null; // ends the collecting of clicks on widgets, while they are collected
const bringPins = loadOnce(() => import("../screen/pins.mjs"));
const fetchWidgets = loadOnce(() => import("./widgets.mjs"));
let hideTerm = () => {};

// What only some pages have, what brings it, and what to do with that on each of them.
const BOARD = part("[data-board]", () => import("../screen/board.mjs"), openBoard);
const TRACKER = part("[data-tracker]", () => import("../screen/tracker.mjs"), ({ openTracker }, engine, place) => openTracker(place, engine, page.signal));
const IN_CARDS = [
  part(".widget", bringWidgets, openWidgets),
  part("[data-sift]", () => import("../tables/sift.mjs"), ({ openLists }) => openLists()),
  part("[data-stat-block]", () => import("../stat_block/stat_block.mjs"), ({ openStatBlocks }, engine) => openStatBlocks(engine)),
];

/** @template Module @param {string} selector @param {() => Promise<Module>} load @param {(module: Module, engine: BookEngine, place: Written) => unknown} use */
function part(selector, load, use) {
  const bring = loadOnce(load);
  return {
    bring: () => (document.querySelector(selector) ? bring() : null),
    /** @param {BookEngine} engine */
    async open(engine) {
      const place = document.querySelector(selector);
      if (place) await use(await bring(), engine, place);
    },
  };
}

// What must be there before a page can begin: start.js tries again if the connection fails.
export const prepare = () => useWords(root.dataset.words);

// What was pressed and typed before the scripts were here -> everything works, and that is answered.
/** @param {Early} early */
export async function begin(early) {
  const engine = engineForBook(connectEngine(root.dataset.engine));
  onUnstored(() => showNotice("rb-unstored", say("not_stored")));
  enlivenRolls(engine);
  enlivenTables(engine);
  provideValues(characterValues);
  onCharacter(() => noteSheetValues(engine));
  longPressForChoices(engine);
  showTips(() => warmByPointer(engine));
  hideTerm = explainTerms();
  offerSearch(early);
  const panel = offerPanel(document.getElementById("rb-tray"), engine);
  enlivenPins();
  copyLinks();
  offerEditorView();
  offerGlance();
  bringNumbers(() => widgets && fetchWidgets().then(({ fillBrought }) => fillBrought(engine)));
  turnByKeys();
  navigateSoftly(() => turnTo(engine));
  await enliven(engine);
  await panel.offerShared();
  root.dataset.live = "ready";
  if (root.dataset.engine) affordable(engine).then(() => cacheForOffline(new URL("service-worker.js", ROOT).href));
  pressAgain(early.presses);
}

/** @param {BookEngine} engine */
async function enliven(engine) {
  page.abort();
  page = new AbortController();
  engine.turnTo(root);
  hideTerm();
  // Words of another book's language are better than none.
  await useWords(root.dataset.words).catch(() => {});
  markReadingPlace(document, page.signal);
  closePanelsOnTheWay(document);
  showEditorView();
  showGlance();
  noteSheetValues(engine);
  markPins();
  markFound();
  const { signal } = page;
  warmForRegulars(engine, signal);
  if (document.querySelector("[data-moved]")) followMoved(signal);
  await openParts([BOARD, TRACKER, ...IN_CARDS], engine, signal);
}

// Parts of the page -> brought and opened, unless the reader has gone on; or the reader is offered to try again.
/** @param {ReturnType<typeof part>[]} parts @param {BookEngine} engine @param {AbortSignal} signal */
function openParts(parts, engine, signal) {
  const bring = () => Promise.all(parts.map((each) => each.bring()));
  return whenLoaded(bring, () => signal.aborted || Promise.all(parts.map((each) => each.open(engine))));
}

// A page with a screen has grown when it is done, and only then can the reader's place in it be found.
/** @param {BookEngine} engine */
async function turnTo(engine) {
  const done = enliven(engine);
  if (document.querySelector("[data-board]")) await done;
}

// The game master's screen: what was pinned comes to it from the other pages.
/** @param {typeof import("../screen/board.mjs")} board @param {BookEngine} engine @param {Written} place */
function openBoard({ fillBoard }, engine, place) {
  const { signal } = page;
  return fillBoard(place, () => {
    noteSheetValues(engine);
    return openParts(IN_CARDS, engine, signal);
  }, signal);
}

// Calculators, examples and sheets.
/** @param {typeof import("./widgets.mjs")} brought @param {BookEngine} engine */
function openWidgets({ enlivenWidgets, openWidgets: open }, engine) {
  if (!widgets) enlivenWidgets(engine);
  widgets = true;
  open(engine);
  answerEarly?.();
  answerEarly = null;
}

function bringWidgets() {
  // Until the first page is ready, start.js collects them.
  if (!widgets && root.dataset.live === "ready") answerEarly ??= collectClicks();
  return fetchWidgets().catch((reason) => {
    // They must not be lost, or sent to the host, until the reader has tried again.
    answerEarly ??= collectClicks();
    throw reason;
  });
}

// The first page with a widget may be reached without a reload, and clicked before its script is here -> how to answer then.
function collectClicks() {
  /** @type {[HTMLElement, MouseEvent][]} */
  const presses = [];
  /** @param {MouseEvent} event */
  const keep = (event) => {
    const pressed = event.target?.closest?.(".widget button:not([data-roll])");
    if (!pressed) return;
    // A form that nobody watches yet would be sent to the host.
    event.preventDefault();
    presses.push([pressed, event]);
  };
  document.addEventListener("click", keep, true);
  return () => {
    document.removeEventListener("click", keep, true);
    pressAgain(presses);
  };
}

// [button, the event that nothing answered], in order. Which keys were held matters; what has been selected since does not.
/** @param {[HTMLElement, MouseEvent][]} presses */
function pressAgain(presses) {
  for (const [button, event] of presses) {
    if (button.isConnected) button.dispatchEvent(Object.assign(new MouseEvent("click", event), { meant: true }));
  }
}

// The panel at the page's edge: dice box and roll log. It stays while pages change behind it, and its content is fetched
// when it is first wanted. Its element, how to reach the engine -> { offerShared }
/** @param {HTMLElement} panel @param {BookEngine} engine */
function offerPanel(panel, engine) {
  const fill = loadOnce(async () => (await import("../log/log_panel.mjs")).fillPanel(panel, engine));

  const open = () => {
    whenLoaded(fill, () => {});
    engine.warm();
  };
  panel.addEventListener("beforetoggle", ({ newState }) => {
    if (newState === "open") open();
  });
  // The browser opens it without us.
  if (panel.matches(":popover-open")) open();
  panel.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") panel.hidePopover();
  });
  // A link may carry dice; see log_panel.mjs.
  const offerShared = async () => {
    const { hash } = location;
    if (/^#(?:roll|dice)=/.test(hash)) await whenLoaded(fill, (content) => content.offerShared(hash));
  };
  window.addEventListener("hashchange", offerShared);
  return { offerShared };
}

// Pins beside tables and calculators. Their script is fetched when a reader has pinned something, or first wants to.
function enlivenPins() {
  delegate("click", "[data-pin]", (pressed) => whenLoaded(bringPins, ({ press }) => press(pressed)));
  // Another tab may pin the first thing.
  window.addEventListener("storage", markPins);
}

// On every page: what is pinned is marked, if the script can be fetched. Nobody asked for it, so nobody is told if not.
function markPins() {
  const { book } = document.documentElement.dataset;
  if (book && stored(`screen-${book}`, Infinity) !== null && document.querySelector("[data-pin]")) bringPins().then(({ mark }) => mark(), () => {});
}
