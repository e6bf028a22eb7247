// What a reader sees who waits for the engine: a bar with the bytes that have arrived of those that come, and the time left.
import { element, unheard } from "./element.mjs";
import { say } from "./words.mjs";

// Shorter than this nobody sees the waiting; longer, everybody wonders.
const SHOWS_AFTER = 150;
const MEGABYTE = 1_000_000;
// Before that the time left is a guess.
const TELLS_TIME_AFTER = 1_000;

// Where to show it, how to reach the engine, its words -> a function that ends it. Loading goes on wherever the reader is.
export function showWaiting(place, desk, words = say("rolling")) {
  let end = () => {};
  const clock = setTimeout(() => {
    const bar = progressBar(desk);
    end = bar.end;
    place.replaceChildren(element("span", { class: "waiting" }, words, bar.shown));
  }, SHOWS_AFTER);
  return () => {
    clearTimeout(clock);
    end();
  };
}

// How to reach the engine -> { shown, end }. It is for eyes: ears are told once that something is on its way.
export function progressBar(desk) {
  const bar = element("progress", { max: "1" });
  const words = element("small", {});
  const shown = unheard(" ", bar, " ", words);
  const end = desk.onProgress(({ arrived, coming, took }) => {
    shown.hidden = coming === 0 || arrived >= coming;
    if (shown.hidden) return;
    bar.value = arrived / coming;
    words.textContent = said(arrived, coming, took);
  });
  return { shown, end };
}

function said(arrived, coming, took) {
  const bytes = say("arrived", { arrived: megabytes(arrived), coming: megabytes(coming) });
  if (took < TELLS_TIME_AFTER || arrived === 0) return bytes;
  return `${bytes}, ${say("time_left", { seconds: Math.ceil((took / 1_000 / arrived) * (coming - arrived)) })}`;
}

function megabytes(bytes) {
  return (bytes / MEGABYTE).toFixed(1);
}
