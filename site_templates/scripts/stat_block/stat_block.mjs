// Stat blocks: a press rolls an action through the book's own calculator. Six goblins each have their own hit points: stored
// in the browser, written down in the log, and taken back by a press.
import { controlOf, debounce, fieldsOf, given } from "../calculator/fields.mjs";
import { labelIn, offerChanges, rollsIn, showRun } from "../calculator/show_run.mjs";
import { refusal, showWaiting } from "../engine/waiting.mjs";
import { writeDown } from "../log/log.mjs";
import { button, delegate, element, oncePerElement } from "../page/element.mjs";
import { placeOf } from "../page/place.mjs";
import { isRecord, storedValues } from "../page/storage.mjs";
import { say, told } from "../page/words.mjs";
import { playersOf } from "../sheet/character.mjs";

let begun = false;

// Every stat block of the page gets its copies; their buttons work from the first page on.
/** @param {BookEngine} engine */
export function openStatBlocks(engine) {
  for (const section of document.querySelectorAll("[data-stat-block]")) openOnce(section, engine);
  if (begun) return;
  begun = true;
  delegate("click", "[data-stat-block] [data-do='act']", (pressed) => act(pressed.closest(".stat-action"), engine));
  delegate("focusin", "[data-stat-block]", () => engine.warm());
  delegate("input", ".stat-action", (action) => forecastSoon(action, engine)());
}

// All inputs are in the page, so that none of them comes from the reader's sheet; what is asked for counts instead.
/** @param {Written} action @returns {{ calculator: string, inputs: Record<string, Value> }} */
function requested(action) {
  const { calculator, inputs } = JSON.parse(action.dataset.act);
  const asked = fieldsOf(action).map((field) => [field.dataset.field, given(field)]);
  return { calculator, inputs: { ...inputs, ...Object.fromEntries(asked) } };
}

/** @param {Written} action @param {BookEngine} engine */
async function act(action, engine) {
  const { page } = engine;
  const ask = engine.askAbout(page);
  const output = action.querySelector("output");
  const stopWaiting = showWaiting(output, engine);
  const place = placeOf(output);
  const characters = page.book === null ? [] : playersOf(page.book).map(({ character }) => character);
  /** @type {CalculatorRequest & { do: "roll" }} */
  const request = { kind: "calculator", do: "roll", ...requested(action) };
  const answer = await ask({ ...request, ...(characters.length > 0 ? { characters } : {}) });
  stopWaiting();
  action.querySelector(".run-changes")?.remove();
  if (answer.problem || answer.problems) {
    const problem = answer.problem ?? answer.problems?.[0];
    const again = () => act(action, engine);
    output.replaceChildren(...(answer.problem ? refusal(answer.problem, engine, action.querySelector("button"), again) : [element("span", { class: "problem" }, problem ? told(problem) : "")]));
    return;
  }
  const what = `${action.closest("[data-stat-block]").dataset.title}: ${nameOf(action)}`;
  writeDown({ what, shown: answer.results.map((each) => each.shown).join(", "), sentence: say("titled", { title: what, text: answer.sentence }), place, book: page.book, seed: answer.seed, request });
  output.replaceChildren(...showRun(answer, action));
  // What it does to the reader's own hero is offered, never done unasked.
  const changes = page.book ? offerChanges(answer.changes, { ask, book: page.book, place }) : [];
  const further = [...rollsIn(answer, action), ...changes];
  if (further.length > 0) output.after(element("div", { class: "run-changes" }, ...further));
}

/** @param {Written} action */
const nameOf = (action) => action.querySelector(".unlive").textContent;

// Long enough that a number of two digits is one question.
const PAUSE = 140;
const forecastSoon = oncePerElement((/** @type {Written} */ action, /** @type {BookEngine} */ engine) => debounce(() => forecast(action, engine), PAUSE));

// What was changed -> the odds beside the action follow.
/** @param {Written} action @param {BookEngine} engine */
async function forecast(action, engine) {
  const answer = await engine.ask({ kind: "calculator", do: "odds", ...requested(action) });
  const failed = answer.problem || answer.problems;
  for (const field of fieldsOf(action)) controlOf(field).setAttribute("aria-invalid", String(Boolean(failed)));
  if (failed) return;
  /** @type {(Node | string)[][]} */
  const chances = [];
  for (const [number, { label, percent, part }] of answer.outcomes.entries()) if (part > 0) chances.push([chances.length > 0 ? ", " : "", ...labelIn(action, "outcome", number, label), ` ${percent}`]);
  const amount = answer.results.find(({ shown: { part }, odds }) => part < 1 && odds);
  const shown = amount?.odds ? say("titled", { title: amount.label, text: say("calc_spread", { low: amount.odds.min, high: amount.odds.max, average: amount.odds.average }) }) : "";
  action.querySelector(".stat-odds").replaceChildren(...chances.flat(), chances.length > 0 && shown ? "; " : "", shown);
}

// A track: its name, what readers call it, its maximum, or the dice that each copy throws for it.
/** @typedef {{ name: string, label: string, most: number, dice: string }} StatTrack */
// A track of one copy: its value and maximum; null: still to be rolled.
/** @typedef {{ now: number, most: number } | null} Standing */
/** @typedef {Record<string, Standing>} StatCopy */

const MOST_COPIES = 30;
const MOST = 99_999;

const allCopies = storedValues(1, 20_000);
const openOnce = oncePerElement(openCopies);

/** @param {Written} section @param {BookEngine} engine */
function openCopies(section, engine) {
  /** @type {StatTrack[]} */
  const tracks = JSON.parse(section.dataset.tracks).map((/** @type {[string, string, number, string]} */ [name, label, most, dice]) => ({ name, label, most, dice }));
  if (tracks.length === 0) return;
  const { statBlock: id, title } = section.dataset;
  const name = `stats-${engine.page.book}-${id}`;
  const place = section.querySelector(".stat-copies");
  /** @type {(() => void)[]} */
  const undo = [];
  /** @returns {StatCopy} */
  const fresh = () => Object.fromEntries(tracks.map(({ name: track, most, dice }) => [track, dice ? null : { now: most, most }]));

  /** @returns {StatCopy[]} */
  function copies() {
    const found = allCopies.read(name);
    const read = Array.isArray(found?.copies) ? found.copies.slice(0, MOST_COPIES).map((/** @type {unknown} */ each) => cleaned(each, fresh())) : [];
    return read.length > 0 ? read : Array.from({ length: Number(section.dataset.copies) }, fresh);
  }

  /** @param {StatCopy[]} next */
  function save(next) {
    allCopies.write(name, { copies: next });
  }

  // Which copy, which track, where it goes -> stored, written down, and the way back remembered.
  /** @param {number} at @param {StatTrack} track @param {number} to */
  function move(at, track, to) {
    const before = copies();
    const standing = before[at]?.[track.name];
    if (!standing) return;
    const now = Math.max(0, Math.min(standing.most, to));
    if (now === standing.now) return;
    undo.push(() => save(before));
    save(before.map((copy, index) => (index === at ? { ...copy, [track.name]: { ...standing, now } } : copy)));
    const what = say("stat_copy", { title, number: at + 1, name: track.label });
    writeDown({ what, shown: String(now), sentence: say("track_moved", { name: what, before: standing.now, after: now, most: standing.most }), place: placeOf(place), book: engine.page.book });
  }

  /** @param {number} count */
  function resize(count) {
    const before = copies();
    undo.push(() => save(before));
    save(Array.from({ length: Math.max(1, Math.min(MOST_COPIES, count)) }, (_, at) => before[at] ?? fresh()));
  }

  // Dice for everyone who has not thrown them yet; then everyone is at their maximum.
  async function rollAll() {
    const next = copies();
    for (const track of tracks.filter(({ dice }) => dice)) {
      for (const [at, copy] of next.entries()) {
        if (copy[track.name]) continue;
        const request = /** @type {const} */ ({ kind: "roll", expression: track.dice });
        const answer = await engine.ask(request);
        if (answer.problem) return;
        const most = Math.max(1, Math.min(MOST, Math.floor(Number(answer.roll.total))));
        next[at] = { ...next[at], [track.name]: { now: most, most } };
        const what = say("stat_copy", { title, number: at + 1, name: track.label });
        writeDown({ what, shown: String(most), sentence: say("titled", { title: what, text: answer.roll.sentence }), place: placeOf(place), book: engine.page.book, seed: answer.seed, request: { ...request, values: {} } });
      }
    }
    save(next);
  }

  const amount = element("input", { type: "number", value: "1", min: "1", max: String(MOST), class: "stat-amount" });
  const step = () => Math.max(1, Math.floor(Number(amount.value) || 1));
  const count = element("input", { type: "number", min: "1", max: String(MOST_COPIES) });
  count.addEventListener("change", () => resize(Number(count.value) || 1));
  const rows = element("ol", { class: "stat-rows" });
  const back = button(say("undo_move"), () => undo.pop()?.(), { class: "quiet" });
  const roll = button(say("stat_roll"), rollAll, { class: "quiet" });
  const anew = button(say("stat_anew"), () => {
    const before = copies();
    undo.push(() => save(before));
    save(before.map(fresh));
  }, { class: "quiet" });
  place.append(
    element("div", { class: "stat-tools" }, element("label", {}, say("stat_count"), " ", count), element("label", {}, say("stat_amount"), " ", amount), roll, back, anew),
    rows,
  );

  // Rows are redrawn only if there are more or fewer, so that a pressed button keeps the focus.
  function show() {
    const now = copies();
    count.value = String(now.length);
    while (rows.children.length > now.length) rows.lastElementChild?.remove();
    while (rows.children.length < now.length) rows.append(row(rows.children.length));
    now.forEach((copy, at) => tracks.forEach((track, index) => fill(/** @type {Written} */ (rows.children[at].children[index]), copy[track.name])));
    roll.hidden = !now.some((copy) => tracks.some(({ name: track }) => copy[track] === null));
    back.hidden = undo.length === 0;
  }

  /** @param {number} at */
  function row(at) {
    return element("li", {}, ...tracks.map((track) => {
      const called = say("stat_copy", { title, number: at + 1, name: track.label });
      const value = element("input", { type: "number", min: "0", step: "1", "aria-label": called });
      const by = (/** @type {number} */ sign) => () => move(at, track, (copies()[at]?.[track.name]?.now ?? 0) + sign * step());
      value.addEventListener("change", () => (value.value === "" ? show() : move(at, track, Math.floor(Number(value.value)))));
      return element("span", { class: "track" }, element("span", { class: "stat-label", "aria-hidden": "true" }, track.label), button("−", by(-1), { "aria-label": say("stat_less", { name: called }) }), value, element("span", { class: "track-most" }, "/ ", element("span", { "data-most": true })), button("+", by(1), { "aria-label": say("stat_more", { name: called }) }));
    }));
  }

  allCopies.onChange(() => place.isConnected && show());
  show();
}

/** @param {Written} track @param {Standing} standing */
function fill(track, standing) {
  const value = track.querySelector("input");
  value.value = standing ? String(standing.now) : "";
  value.max = standing ? String(standing.most) : "";
  track.querySelector("[data-most]").textContent = standing ? String(standing.most) : "–";
  track.classList.toggle("spent", standing?.now === 0);
  for (const each of track.querySelectorAll("input, button")) each.disabled = standing === null;
}

// What the storage holds may be anybody's, and the book may have changed since.
/** @param {unknown} found @param {StatCopy} copy */
function cleaned(found, copy) {
  if (!isRecord(found)) return copy;
  for (const name of Object.keys(copy)) {
    const { now, most } = isRecord(found[name]) ? found[name] : {};
    const sound = Number.isSafeInteger(now) && Number.isSafeInteger(most) && 0 <= now && now <= most && most <= MOST;
    // If the book has a maximum, that counts.
    if (sound) copy[name] = copy[name] ? { now: Math.min(now, copy[name].most), most: copy[name].most } : { now, most };
  }
  return copy;
}
