// Links that carry dice in their fragment. `#roll=` has an expression, its seed or its faces, and its numbers: a roll that someone
// shares. `#dice=` has an expression alone: dice of the printed book. Opening either rolls nothing; it lays the dice out
// in the dice box, and the reader's click does the rest. All of it may be anybody's.
import { ROOT } from "../page/place.mjs";

const LONGEST_FRAGMENT = 2_000;
const LONGEST_EXPRESSION = 300;
const LONGEST_NAME = 80;
const MOST_NAMES = 12;
const LARGEST_VALUE = 1_000_000;

// { expression, seed or faces, values, path } -> the address to share.
/** @param {{ expression: string, seed: number | null, faces: number[] | null, values?: Record<string, Value>, path: string }} given */
export function replayAddress({ expression, seed, faces, values = {}, path }) {
  const address = new URL(path, ROOT);
  const parts = new URLSearchParams({ roll: expression, ...(faces ? { faces: faces.join() } : { seed: String(seed) }) });
  for (const [name, value] of Object.entries(values)) parts.append("with", `${name}=${value}`);
  address.hash = parts.toString();
  return address.href;
}

// A fragment -> { expression, chance: { seed } or { faces }, values }, or null for anything that is not such a roll.
/** @param {string} fragment @returns {SharedRoll | null} */
export function readReplay(fragment) {
  if (!fragment.startsWith("#roll=") || fragment.length > LONGEST_FRAGMENT) return null;
  const parts = new URLSearchParams(fragment.slice(1));
  const expression = (parts.get("roll") ?? "").trim();
  const chance = readChance(parts);
  const given = parts.getAll("with").slice(0, MOST_NAMES);
  const numbers = given.flatMap((text) => readValue(text) ?? []);
  if (!expression || expression.length > LONGEST_EXPRESSION || chance === null || numbers.length < given.length) return null;
  return { expression, chance, values: Object.fromEntries(numbers) };
}

/** @param {URLSearchParams} parts @returns {DiceToThrow | null} */
function readChance(parts) {
  const faces = parts.get("faces") ?? "";
  if (/^-?\d{1,7}(?:,-?\d{1,7})*$/.test(faces)) return { faces: faces.split(",").map(Number) };
  const seed = Number(parts.get("seed"));
  return /^\d{1,16}$/.test(parts.get("seed") ?? "") && Number.isSafeInteger(seed) ? { seed } : null;
}

// A fragment -> the expression in it, or "" for anything that is not such dice.
/** @param {string} fragment */
export function readDice(fragment) {
  if (!fragment.startsWith("#dice=") || fragment.length > LONGEST_FRAGMENT) return "";
  const expression = (new URLSearchParams(fragment.slice(1)).get("dice") ?? "").trim();
  return expression.length > LONGEST_EXPRESSION ? "" : expression;
}

/** @param {string} text @returns {[[string, number]] | null} */
function readValue(text) {
  const found = /^([^=]+)=(-?\d{1,7})$/.exec(text);
  if (!found || found[1].length > LONGEST_NAME || Math.abs(Number(found[2])) > LARGEST_VALUE) return null;
  return [[found[1], Number(found[2])]];
}
