// A roll as the engine tells it -> what the page shows: the total, and the author's words with every die in its place.
import { reveal } from "../log/log.mjs";
import { button, element, unheard, unseen } from "../page/element.mjs";
import { say, shownValue } from "../page/words.mjs";

// The engine's `roll` -> children for an <output>: one sentence for ears, the dice for eyes.
/** @param {ShownRoll} roll @param {{ remark?: string | null }} [about] */
export function shownRoll(roll, { remark = "" } = {}) {
  const total = element("strong", { class: "total" }, roll.shown);
  const parts = roll.breakdown.flatMap(shownSpan);
  const why = parts.length > 0 ? [between(" = "), ...parts] : [];
  const natural = naturalWords(roll);
  const eyes = unheard(total, ...why, natural && element("em", { class: "natural" }, ` ${natural}`), remark && ` ${remark}`);
  return [unseen(`${roll.spoken}${remark ? `. ${remark}` : ""}`), eyes];
}

// One roll as above; several as a list, with one sentence for ears.
/** @param {Roll[]} rolls */
export function shownRolls(rolls) {
  if (rolls.length === 1) return shownRoll(rolls[0]);
  const totals = rolls.map(({ shown }) => shown).join(say("comma"));
  const spoken = say("tray_repeated", { count: rolls.length, expression: rolls[0].expression, totals });
  return [unseen(spoken), element("span", { class: "repeated" }, ...rolls.map((roll) => element("span", {}, shownRoll(roll)[1])))];
}

/** @param {Span} span @returns {Child[]} */
function shownSpan(span) {
  if (span.kind === "text") return [between(span.text)];
  if (span.kind === "name" && span.dice.length === 0) return [element("span", { class: "name" }, `${span.text.replaceAll("`", "")}\u00a0(${shownValue(span.value)})`)];
  const written = element("span", { class: "written" }, span.text);
  return [written, " ", element("span", { class: "dice" }, ...span.dice.map(shownDie))];
}

/** @param {string} text */
function between(text) {
  return element("span", { class: "between" }, text);
}

/** @type {Record<string, string>} */
const FUDGE = { "-1": "−", 0: "0", 1: "+" };

// What happened to a die is shown by its shape and in words, never by colour alone.
/** @param {ShownDie} die */
function shownDie(die) {
  const marks = die.marks.map((mark) => say(`mark_${mark}`));
  if (!die.kept && !die.marks.includes("rerolled")) marks.push(say("mark_dropped"));
  const face = element(die.kept ? "span" : "s", {}, die.fudge ? FUDGE[String(die.face)] : shownValue(die.face));
  const note = marks.length > 0 ? element("small", {}, ` ${marks.join(", ")}`) : null;
  return element("span", { class: `face${die.natural ? ` ${die.natural}` : ""}` }, face, note);
}

// A d20 that shows its highest or lowest face is spoken of at every table.
/** @param {ShownRoll} roll */
function naturalWords(roll) {
  const dice = roll.breakdown.flatMap((span) => (span.kind === "text" ? [] : span.dice));
  const d20 = dice.find((die) => die.sides === 20 && die.kept && die.natural);
  return d20 ? say("natural", { face: d20.face }) : "";
}

// What the page threw, the engine's `roll` of the same faces -> what to say if they do not agree. The engine is right.
/** @param {{ roll: { total: Value, shown: Value } } | null} thrown @param {{ total: Value, shown: Value }} about */
export function miscounted(thrown, { total, shown }) {
  return thrown && thrown.roll.total !== total ? say("counted_wrong", { thrown: thrown.roll.shown, total: shown }) : "";
}

// On a sheet the whole result is beside the button.
/** @param {RollWidget} widget @param {ShownRoll} roll */
function showTotal({ pressed, total, frame }, { shown }) {
  total.textContent = shown;
  // Whoever has hidden the result in the meantime doesn't want it back.
  total.hidden = frame.hidden || pressed.matches(".press");
}

// Whoever asks whether a number is reached is told everything at once, when the engine has decided.
/** @param {RollWidget} widget @param {Thrown} about */
export function showThrown(widget, { roll }) {
  const [ears, eyes] = shownRoll(roll);
  delete widget.output.dataset.read;
  showTotal(widget, roll);
  widget.output.replaceChildren(...(widget.choices.judges() ? [eyes] : [ears, eyes]));
  widget.choices.refresh();
  return () => {};
}

// Rolled, written down, and covered until the reader asks.
/** @param {RollWidget} widget @param {string} entry @param {() => void} show */
export function showSecret(widget, entry, show) {
  const open = () => {
    reveal(entry);
    show();
  };
  widget.output.replaceChildren(`${say("secret_rolled")} `, button(say("reveal"), open, {}));
}

// What was said already is not said again; only what is seen is completed.
/** @param {RollWidget} widget @param {Thrown | null} thrown @param {Roll} roll @param {string | null} verdict */
export function showRead(widget, thrown, roll, verdict) {
  const remark = [miscounted(thrown, roll), verdict].filter(Boolean).join(" ");
  const [ears, eyes] = shownRoll(roll, { remark });
  widget.output.dataset.read = "";
  showTotal(widget, roll);
  if (!thrown || remark || widget.output.childElementCount < 2) widget.output.replaceChildren(ears, eyes);
  else if (!widget.output.lastElementChild.isEqualNode(eyes)) widget.output.lastElementChild.replaceWith(eyes);
}
