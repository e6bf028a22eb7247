// A plan that the engine wrote -> a roll that the page throws itself: the faces are drawn and added up, and told in the shape
// in which the engine tells of its own, so that they are shown and written down at once. The engine then reads the same faces,
// and has the last word. generator/rollbook/engine/throw_plan.py says what a plan is. Nothing here knows of pages: Node tests
// it against the engine.
import { say, shownValue } from "../page/words.mjs";

// Longer than any plan of a book.
const LONGEST = 20_000;
const MANY_DICE = 30;
const NUMBERS = 2 ** 32;

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

// How many sides, a source of whole numbers below 2 ** 32 -> a face, each equally likely: numbers beyond the last whole
// set of faces are drawn again.
/** @param {number} sides @param {() => number} [source] */
export function drawFace(sides, source = fromCrypto) {
  const limit = NUMBERS - (NUMBERS % sides);
  let number = source();
  while (number >= limit) number = source();
  return (number % sides) + 1;
}

function fromCrypto() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

// Faces that have fallen already, how to draw more -> { faces, next(sides) }: the dice as they are thrown, in order.
/** @param {number[]} [fallen] @param {(sides: number) => number} [draw] @returns {Hand} */
export function handOf(fallen = [], draw = drawFace) {
  /** @type {number[]} */
  const faces = [];
  return {
    faces,
    next(sides) {
      const face = fallen[faces.length] ?? draw(sides);
      faces.push(face);
      return face;
    },
  };
}

// A plan, a hand, what its names stand for -> { total, spans }; a span is { kind, start, end, value, dice }.
/** @param {Plan} plan @param {Hand} hand @param {Record<string, number>} values @returns {Part} */
export function carryOut(plan, hand, values) {
  let total = 0;
  const spans = [];
  for (const term of plan) {
    const part = typeof term === "number" ? { total: term, spans: [] } : Array.isArray(term) ? leaf(term, hand, values) : applied(term, hand, values);
    total += part.total;
    spans.push(...part.spans);
  }
  return { total, spans };
}

// Dice, or a name.
/** @param {Exclude<Term, number | Applied>} given @param {Hand} hand @param {Record<string, number>} values @returns {Part} */
function leaf([what, ...rest], hand, values) {
  if (typeof what === "string") {
    const [factor, start, end] = /** @type {number[]} */ (rest);
    return { total: factor * values[what], spans: [{ kind: "name", start, end, value: values[what], dice: [], rolls: [] }] };
  }
  const [sides, factor, start, end, ...modifiers] = /** @type {[number, number, number, number, ...string[]]} */ (rest);
  const dice = Array.from({ length: what }, () => thrown(hand.next(sides), sides));
  for (const modifier of modifiers) modify(dice, modifier.slice(0, 2), Number(modifier.slice(2)));
  const value = dice.reduce((sum, die) => sum + (die.kept ? die.value : 0), 0);
  return { total: factor * value, spans: [{ kind: "dice", start, end, value, dice, rolls: [] }] };
}

/** @param {number} face @param {number} sides @returns {ThrownDie} */
function thrown(face, sides) {
  return { sides, face, value: face, kept: true, natural: face === sides ? "highest" : face === 1 ? "lowest" : "", marks: [] };
}

// Each die counts as at least or at most so much; or some are kept, of equal ones the earlier.
/** @param {ThrownDie[]} dice @param {string} kind @param {number} number */
function modify(dice, kind, number) {
  const kept = dice.filter((die) => die.kept);
  if (kind === "mi") kept.forEach((die) => (die.value = Math.max(die.value, number)));
  if (kind === "ma") kept.forEach((die) => (die.value = Math.min(die.value, number)));
  if (kind === "mi" || kind === "ma") return;
  const highestFirst = kind === "kh" || kind === "dl";
  kept.sort((a, b) => (highestFirst ? b.value - a.value : a.value - b.value));
  const staying = kind.startsWith("d") ? Math.max(kept.length - number, 0) : number;
  for (const die of kept.slice(staying)) die.kept = false;
}

/** @type {Record<string, (totals: number[], by: number) => number>} */
const FUNCTIONS = {
  sum: ([only]) => only,
  abs: ([only]) => Math.abs(only),
  max: (totals) => Math.max(...totals),
  min: (totals) => Math.min(...totals),
  floor: ([only], by) => Math.floor(only / by),
  ceil: ([only], by) => Math.ceil(only / by),
  // A half goes away from zero.
  round: ([only], by) => Math.sign(only) * Math.floor((2 * Math.abs(only) + by) / (2 * by)),
};

/** @param {Applied} given @param {Hand} hand @param {Record<string, number>} values @returns {Part} */
function applied({ f: name, x: factor, a: plans, by = 1, at }, hand, values) {
  const twice = name === "adv" || name === "dis";
  const parts = (twice ? [...plans, ...plans] : plans).map((plan) => carryOut(plan, hand, values));
  const better = twice ? betterOf(parts, name) : null;
  const value = better?.total ?? FUNCTIONS[name](parts.map((part) => part.total), by);
  const spans = parts.flatMap((part) => part.spans);
  // What is shown as one piece is worth what it comes to, with all its dice.
  const dice = spans.flatMap((span) => span.dice);
  const rolls = better ? parts.map((part) => ({ value: part.total, kept: part === better })) : [];
  const kind = better ? "choice" : "name";
  return { total: factor * value, spans: at ? [{ kind, start: at[0], end: at[1], value, dice, rolls }] : spans };
}

// Of two equal throws the first counts; the dice of the other are dropped.
/** @param {Part[]} given @param {string} name */
function betterOf([first, second], name) {
  const other = name === "adv" ? second.total > first.total : second.total < first.total;
  for (const span of (other ? first : second).spans) for (const die of span.dice) die.kept = false;
  return other ? second : first;
}

// A table's rows as the engine wrote them (data-rows), the dice alone, the dice with what is added -> the row's index, or
// null. Each row is [low, high, low, high, …], null for no end, and an odd 1 at its end if it looks at the dice alone.
/** @param {(number | null)[][]} rows @param {number} natural @param {number} total */
export function pickRow(rows, natural, total) {
  /** @param {(number | null)[]} row @param {number} number */
  const holds = (row, number) => row.some((low, index) => index % 2 === 0 && index + 1 < row.length && (low ?? -Infinity) <= number && number <= (row[index + 1] ?? Infinity));
  /** @param {(number | null)[]} row */
  const looksAtDice = (row) => row.length % 2 === 1;
  const own = rows.findIndex((row) => looksAtDice(row) && holds(row, natural));
  const found = own >= 0 ? own : rows.findIndex((row) => !looksAtDice(row) && holds(row, total));
  return found >= 0 ? found : null;
}
