// What a page can do beyond being read, each in a module of its own. Begun once; every page that follows is enlivened.
import { characterValues, onCharacter } from "./character.mjs";
import { makeDesk } from "./desk.mjs";
import { affordable, warmByPointer, warmForRegulars } from "./eager.mjs";
import { connectEngine } from "./engine.mjs";
import { holdForChoices } from "./hold.mjs";
import { once, whenHere } from "./late.mjs";
import { navigateSoftly } from "./navigate.mjs";
import { keepOffline } from "./offline.mjs";
import { copyLinks } from "./links.mjs";
import { closePanelsOnTheWay } from "./panels.mjs";
import { ROOT } from "./place.mjs";
import { enlivenPins, markPins } from "./pin.mjs";
import { markReadingPlace } from "./reading_place.mjs";
import { enlivenRolls } from "./rolls.mjs";
import { markFound, offerSearch } from "./search_opener.mjs";
import { noteSheetValues } from "./sheet_notes.mjs";
import { enlivenTables } from "./tables.mjs";
import { explainTerms } from "./terms.mjs";
import { showTips } from "./tip.mjs";
import { makeTray } from "./tray.mjs";
import { turnByKeys } from "./turn_keys.mjs";
import { provideValues } from "./values.mjs";
import { useWords } from "./words.mjs";

const root = document.documentElement;
let page = new AbortController();
let widgets = false;
let answerEarly = null; // what ends the keeping of clicks on widgets, while they are kept
const bringBoard = once(() => import("./board.mjs"));
const fetchWidgets = once(() => import("./widgets.mjs"));
let hideTerm = () => {};

// What must be there before a page can begin: start.js asks again when the connection fails.
export const prepare = () => useWords(root.dataset.words);

// What was pressed and typed before the scripts were here -> everything is alive, and that is answered.
export async function begin(early) {
  const desk = makeDesk(connectEngine(root.dataset.engine));
  enlivenRolls(desk);
  enlivenTables(desk);
  provideValues(characterValues);
  onCharacter(() => noteSheetValues(desk));
  holdForChoices(desk);
  showTips(() => warmByPointer(desk));
  hideTerm = explainTerms();
  offerSearch(early);
  const tray = makeTray(document.getElementById("rb-tray"), desk);
  enlivenPins();
  copyLinks();
  turnByKeys();
  navigateSoftly(() => turnTo(desk));
  await enliven(desk);
  await tray.offerShared();
  root.dataset.live = "ready";
  if (root.dataset.engine) affordable(desk).then(() => keepOffline(new URL("service-worker.js", ROOT).href));
  pressAgain(early.presses);
}

async function enliven(desk) {
  page.abort();
  page = new AbortController();
  desk.turnTo(root);
  hideTerm();
  // Words of another book's language are better than none.
  await useWords(root.dataset.words).catch(() => {});
  markReadingPlace(document, page.signal);
  closePanelsOnTheWay(document);
  noteSheetValues(desk);
  markPins();
  markFound();
  const { signal } = page;
  warmForRegulars(desk, signal);
  if (document.querySelector("[data-moved]")) import("./moved.mjs").then(({ followMoved }) => followMoved(signal), () => {});
  await whenHere(bringParts, () => signal.aborted || Promise.all([openBoard(desk), openWidgets(desk)]));
}

// What this page needs and others do not.
function bringParts() {
  const board = document.querySelector("[data-board]") ? bringBoard() : null;
  return Promise.all([board, document.querySelector(".widget") ? bringWidgets() : null]);
}

// A page with a screen has grown when it is done, and the reader's place in it can only then be found.
async function turnTo(desk) {
  const done = enliven(desk);
  if (document.querySelector("[data-board]")) await done;
}

// The game master's screen, on the page that has one: what was pinned comes to it from the other pages.
async function openBoard(desk) {
  const place = document.querySelector("[data-board]");
  if (!place) return;
  const { fillBoard } = await bringBoard();
  await fillBoard(place, () => {
    noteSheetValues(desk);
    return whenHere(bringParts, () => openWidgets(desk));
  }, page.signal);
}

// A page without calculator, example or sheet does not wait for what they need.
async function openWidgets(desk) {
  if (!document.querySelector(".widget")) return;
  const { enlivenWidgets, openWidgets: open } = await bringWidgets();
  if (!widgets) enlivenWidgets(desk);
  widgets = true;
  open(desk);
  answerEarly?.();
  answerEarly = null;
}

function bringWidgets() {
  // Until the first page is ready, start.js keeps them.
  if (!widgets && root.dataset.live === "ready") answerEarly ??= keepClicks();
  return fetchWidgets().catch((reason) => {
    // Nor may they be lost, or sent to the host, until the reader has tried again.
    answerEarly ??= keepClicks();
    throw reason;
  });
}

// The first page with a widget may be reached softly, and clicked before what answers is here -> how to answer then.
function keepClicks() {
  const presses = [];
  const keep = (event) => {
    const pressed = event.target.closest(".widget button:not([data-roll])");
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

// [button, the event that nobody answered], in order. Which keys were held is part of what was meant; what has been
// selected since is not.
function pressAgain(presses) {
  for (const [button, event] of presses) {
    if (button.isConnected) button.dispatchEvent(Object.assign(new MouseEvent("click", event), { meant: true }));
  }
}
