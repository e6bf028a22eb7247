// What people type into the dice box -> what the engine rolls: "4d6 drop lowest", "6 x 4d6kh3", "advantage". The words are
// those of the page's language (tray_… in its file of words), in whatever order people put them; what none of them explains
// is left as it is, for the engine to read or to ask about.
import { say } from "../page/words.mjs";

const MOST_TIMES = 20;
const NOT_WITHIN = "(?<![\\p{L}\\p{N}_])";
const NOT_ON = "(?![\\p{L}\\p{N}_])";
const MODIFIERS = "(?:(?:kh|kl|dh|dl|ro|ra|mi|ma|r|!p|!!|!)\\d{0,3})*";

// The text of the field -> { expression, times }
/** @param {string} typed */
export function understand(typed) {
  const { rest, times } = repeated(withoutCommand(typed.trim()));
  const { text, way } = oneWay(rest);
  const picked = signs(picks(text));
  return { expression: way ? `${way}(${whole(picked)})` : picked, times };
}

// "roll 3d6": the command says nothing that the field does not say.
/** @param {string} text */
function withoutCommand(text) {
  return text.replace(new RegExp(`^${any("roll")}[\\s:]+`, "iu"), "");
}

// "six times 4d6", "6 x 4d6", "4d6 six times", "4d6 x6". A sign of multiplication stays one: 2d6 × 10.
/** @param {string} text */
function repeated(text) {
  const number = `(?<number>\\d{1,3}|${any("numbers")})`;
  const times = `(?:${any("times")}|x)`;
  const ways = [
    `^${number}\\s*${times}[\\s:,]+(?<rest>.+)$`,
    `^(?<rest>.+?)[\\s,]+${number}\\s*${any("times")}$`,
    `^(?<rest>.+?)[\\s,]+x\\s*${number}$`,
  ];
  for (const way of ways) {
    const found = new RegExp(way, "iu").exec(text)?.groups;
    const count = found ? numberOf(found.number) : 0;
    if (found && count >= 1) return { rest: found.rest.trim(), times: Math.min(count, MOST_TIMES) };
  }
  return { rest: text, times: 1 };
}

// "advantage", "d20 + 5 with advantage", "advantage + 5"; of a function adv(…) the engine knows more.
/** @param {string} text */
function oneWay(text) {
  for (const way of ["dis", "adv"]) {
    const words = new RegExp(`(?:${NOT_WITHIN}${any("fillers")}\\s+)*${any(way)}(?!\\s*\\()(?:\\s+${any("fillers")}(?=\\s))*`, "iu");
    if (words.test(text)) return { text: text.replace(words, " ").replace(/\s+/g, " ").replace(/^[\s,:]+|[\s,:]+$/g, ""), way };
  }
  return { text, way: "" };
}

// What is rolled twice is a d20 if nothing else is said.
/** @param {string} text */
function whole(text) {
  return /^[-+−–]/.test(text) || !text ? `d20 ${text}`.trim() : text;
}

// "4d6 drop the lowest", "best 3 of 4d6", "6d6 exploding": the words beside dice, in any order -> modifiers of these dice.
/** @param {string} text */
function picks(text) {
  const dice = `${NOT_WITHIN}\\d{0,4}(?:d|${any("die")})(?:\\d{1,7}|%|f(?!\\p{L}))${MODIFIERS}${NOT_ON}`;
  const word = `(?:${["drop", "keep", "lowest", "highest", "explode", "fillers", "numbers"].map(any).join("|")}|\\d{1,2}${NOT_ON})`;
  const beside = new RegExp(`(?<before>(?:${NOT_WITHIN}${word}[\\s,]+)*)(?<dice>${dice})(?<after>(?:[\\s,]+${word})*)`, "giu");
  return text.replace(beside, (all, ...found) => {
    const { before, dice: thrown, after } = found.at(-1);
    const modifier = modifierIn(`${before} ${after}`);
    return modifier === null ? all : `${thrown}${modifier}`;
  });
}

/** @param {string} words */
function modifierIn(words) {
  const has = (/** @type {string} */ key) => new RegExp(`${NOT_WITHIN}${any(key)}`, "iu").test(words);
  const [low, high, drop] = [has("lowest"), has("highest"), has("drop")];
  const bang = has("explode") ? "!" : "";
  if (!low && !high && !drop && !has("keep")) return bang || null;
  // To drop some, and no more said, means the lowest; to keep some, the highest.
  const end = low || (drop && !high) ? "l" : "h";
  const written = new RegExp(`${NOT_WITHIN}(?:\\d{1,2}|${any("numbers")})${NOT_ON}`, "iu").exec(words);
  return `${bang}${drop ? "d" : "k"}${end}${written ? numberOf(written[0]) : 1}`;
}

// "d20 plus 5"
/** @param {string} text */
function signs(text) {
  const signed = (/** @type {string} */ key) => new RegExp(`${NOT_WITHIN}${any(key)}`, "giu");
  return text.replace(signed("plus"), "+").replace(signed("minus"), "-");
}

// A list of words as the words file has it -> a pattern for any of them, the longest first.
/** @param {string} key */
function any(key) {
  const words = list(key).sort((one, other) => other.length - one.length);
  const escaped = words.map((word) => word.replace(/[$()*+./?[\\\]^{|}]/g, "\\$&").replace(/ /g, "\\s+"));
  return `(?:${escaped.join("|")})${key === "die" ? "" : NOT_ON}`;
}

/** @param {string} written */
function numberOf(written) {
  const named = list("numbers").indexOf(written.toLowerCase());
  return named >= 0 ? named + 1 : Number(written);
}

/** @param {string} key */
function list(key) {
  return say(`tray_${key}`).split(", ");
}
