// What readers see while they wait for the engine: a bar with how many of its bytes have arrived, and the time left.
import { button, element, unheard } from "../page/element.mjs";
import { decimal, say, told } from "../page/words.mjs";

// A shorter wait nobody notices; during a longer one, everybody wonders.
const SHOWS_AFTER = 150;
const MEGABYTE = 1_000_000;
// Before that the time left is a guess.
const TELLS_TIME_AFTER = 1_000;

// Where to show it, how to reach the engine, its words -> a function that ends it. Loading goes on wherever the reader goes.
/** @param {Element} place @param {BookEngine} engine @param {string} [words] */
export function showWaiting(place, engine, words = say("rolling")) {
  let end = () => {};
  const clock = setTimeout(() => {
    const bar = progressBar(engine);
    end = bar.end;
    place.replaceChildren(element("span", { class: "waiting" }, words, bar.shown));
  }, SHOWS_AFTER);
  return () => {
    clearTimeout(clock);
    end();
  };
}

// How to reach the engine -> { shown, end }. It is only to be seen: screen readers say once that something is on its way. Once
// shown, it stays in place to the end, so that nothing below it moves.
/** @param {BookEngine} engine */
export function progressBar(engine) {
  const bar = element("progress", { max: "1" });
  const words = element("small", {});
  const shown = unheard(" ", bar, " ", words);
  const end = engine.onProgress(({ arrived, coming, took }) => {
    const isHere = arrived >= coming;
    if (bar.value === 0) shown.hidden = isHere;
    if (isHere && shown.hidden) return;
    bar.value = arrived / coming;
    words.textContent = said(arrived, coming, took);
  });
  return { shown, end };
}

/** @param {number} arrived @param {number} coming @param {number} took */
function said(arrived, coming, took) {
  const bytes = say("arrived", { arrived: megabytes(arrived), coming: megabytes(coming) });
  if (took < TELLS_TIME_AFTER || arrived === 0 || arrived >= coming) return bytes;
  return [bytes, say("time_left", { seconds: Math.ceil((took / 1_000 / arrived) * (coming - arrived)) })].join(say("comma"));
}

/** @param {number} bytes */
function megabytes(bytes) {
  return decimal((bytes / MEGABYTE).toFixed(1));
}

// A hidden page paints nothing.
const LONGEST = 100;

// -> a promise that resolves when what has just changed was painted.
export function afterPaint() {
  return new Promise((then) => {
    setTimeout(then, LONGEST);
    requestAnimationFrame(() => setTimeout(then));
  });
}

// The engine's problem, how to reach it, what was pressed, what asks for the same again -> children for an <output>. If there
// is no engine, trying again fetches one, and with it the answers to everything that was asked in vain.
/** @param {Problem} problem @param {BookEngine} engine @param {HTMLElement} pressed @param {() => unknown} again @returns {Child[]} */
export function refusal(problem, engine, pressed, again) {
  const words = shownProblem(problem);
  if (!engine.failed()) return words;
  engine.repeat(pressed, again);
  const retry = () => {
    // The focus must not fall to the top of the page with the button that had it.
    pressed.focus({ preventScroll: true });
    engine.retry();
  };
  return [...words, " ", button(say("try_again"), retry, { class: "quiet" })];
}

// The engine's `problem` -> children for an <output>.
/** @param {Problem} problem */
export function shownProblem(problem) {
  const hint = problem.suggestion ? ` ${problem.suggestion}` : "";
  return [element("span", { class: "problem" }, `${told(problem)}${hint}`)];
}
