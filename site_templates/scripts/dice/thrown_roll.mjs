// A roll that the page threw itself, in the shape in which the engine tells of its own: shown and written down at once.
// The engine then reads the same faces, and has the last word.
import { say, shownValue } from "../page/words.mjs";
import { carryOut, handOf } from "./throw_plan.mjs";

// Longer than any plan of a book.
const LONGEST = 20_000;
const MANY_DICE = 30;

// An element with data-throw -> its plan, or null where only the engine can roll.
/** @param {Written} pressed @returns {Plan | null} */
export function planOf(pressed) {
  const plan = pressed.dataset.throw;
  if (!plan || plan.length > LONGEST) return null;
  try {
    return JSON.parse(plan);
  } catch {
    return null;
  }
}

// Advantage or disadvantage: the whole plan twice, as the engine reads adv(…) and dis(…); and what is added to that.
/** @param {Plan | null} plan @param {string} way @param {string} expression @param {number} [added] @returns {Plan | null} */
export function inWay(plan, way, expression, added = 0) {
  const once = plan && way ? /** @type {Plan} */ ([{ f: way, x: 1, a: [plan], at: [0, expression.length] }]) : plan;
  return once && added !== 0 ? [...once, added] : once;
}

// What is rolled, its plan, faces that have fallen already, what its names stand for and are called -> { roll, faces }
/** @param {string} expression @param {Plan} plan @param {number[]} fallen @param {Record<string, number>} values @param {Record<string, string>} [called] @returns {Thrown} */
export function thrownRoll(expression, plan, fallen, values, called = {}) {
  const hand = handOf(fallen);
  const { total, spans } = carryOut(plan, hand, values);
  const breakdown = inWords(expression, spans, called);
  const sentence = inSentence(total, breakdown);
  return { roll: { expression, total, shown: shownValue(total), breakdown, sentence, spoken: sentence }, faces: hand.faces };
}

// The author's words with what was thrown in its places.
/** @param {string} expression @param {PlanSpan[]} spans @param {Record<string, string>} called */
function inWords(expression, spans, called) {
  /** @type {Span[]} */
  const pieces = [];
  let place = 0;
  const text = (/** @type {number} */ end) => end > place && pieces.push({ kind: "text", text: expression.slice(place, end) });
  for (const { start, end, ...span } of spans) {
    text(start);
    const words = expression.slice(start, end);
    pieces.push({ ...span, text: span.kind === "name" ? called[words] ?? words : words });
    place = end;
  }
  text(expression.length);
  return pieces;
}

/** @param {number} total @param {Span[]} pieces */
function inSentence(total, pieces) {
  if (pieces.every(({ kind }) => kind === "text")) return shownValue(total);
  const parts = pieces.map((piece) => (piece.kind === "text" ? piece.text : `${piece.text} (${cameTo(piece)})`)).join("");
  return say("thrown", { total: shownValue(total), parts: parts.replace(/\s+/g, " ") });
}

/** @param {RolledSpan} span */
function cameTo({ kind, value, dice, rolls }) {
  if (kind === "choice") return rolls.map((roll) => (roll.kept ? shownValue(roll.value) : say("face_dropped", { face: shownValue(roll.value) }))).join(say("comma"));
  if (kind === "name" || dice.length === 0 || dice.length > MANY_DICE) return shownValue(value);
  return dice.map(faceWords).join(say("comma"));
}

/** @param {ShownDie} die */
function faceWords({ sides, face, natural, kept }) {
  if (!kept) return say("face_dropped", { face });
  return sides === 20 && natural ? say("natural", { face }) : String(face);
}
