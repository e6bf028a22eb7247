// The dice box: any expression, typed or put together from dice, with its odds. What is wrong is said at the field.
import { shownProblem } from "../engine/waiting.mjs";
import { reveal, writeDown } from "../log/log.mjs";
import { button, element, switchButton } from "../page/element.mjs";
import { placeOf } from "../page/place.mjs";
import { say } from "../page/words.mjs";
import { oddsChart } from "./odds_chart.mjs";
import { shownRolls } from "./show_roll.mjs";
import { understand } from "./understand.mjs";
import { remember, valuesFor, wholeNumber } from "./values.mjs";

const LONGEST = 300;
const DICE = ["4", "6", "8", "10", "12", "20", "%"];

// How to reach the engine -> { form, offer(shared roll), ask(expression) }
/** @param {BookEngine} engine */
export function diceBox(engine) {
  const field = element("input", {
    id: "rb-dice-field", name: "dice", type: "text", maxlength: String(LONGEST), autocomplete: "off", autocapitalize: "off",
    spellcheck: "false", enterkeyhint: "go", value: "d20", "aria-describedby": "rb-dice-problem",
  });
  const problem = element("p", { id: "rb-dice-problem", class: "field-problem", hidden: true });
  const output = element("output", { class: "rolled" });
  const odds = element("div", { class: "box-odds" });
  const shared = element("p", { class: "shared-roll", hidden: true });
  const asks = element("div", { class: "box-asks", hidden: true });
  const secret = switchButton(say("secret"));
  const box = { engine, field, problem, output, odds, shared, asks, secret };
  const form = element("form", { class: "dice-box", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    throwDice(box);
  } },
    shared,
    element("label", { for: field.id }, say("dice_field")),
    element("div", { class: "dice-line" }, field, element("button", { type: "submit", class: "button" }, say("roll"))),
    problem,
    asks,
    element("div", { class: "dice-keys", role: "group", "aria-label": say("dice_keys") },
      ...DICE.map((sides) => `${letter()}${sides}`).map((die) => button(die, () => addDie(box, die), { class: "quiet" })),
      ...["adv", "dis"].map((way) => button(say(way), () => wrap(box, way), { class: "quiet" })),
      secret,
      button(say("odds"), () => showOdds(box), { class: "quiet box-odds-button" })),
    output,
    odds,
  );
  field.addEventListener("input", () => {
    sayProblem(box, null);
    askFor(box, []);
  });
  return { form, offer: (/** @type {SharedRoll} */ roll) => offer(box, roll), ask: (/** @type {string} */ expression) => ask(box, expression) };
}

/** @param {DiceBox} given @param {string} expression */
function lay({ field, ...box }, expression) {
  field.value = expression;
  sayProblem({ field, ...box }, null);
}

// The expression grows as fingers tap dice: d6, 2d6, 2d6 + d8.
/** @param {DiceBox} box @param {string} die */
function addDie(box, die) {
  const { field } = box;
  const written = field.value.trim();
  const last = /^(.*?)(\d*)(\p{L}(?:\d+|%))$/u.exec(written);
  if (!written) lay(box, die);
  else if (last?.[3].toLowerCase() === die.toLowerCase()) lay(box, `${last[1]}${Number(last[2] || 1) + 1}${die}`);
  else lay(box, `${written} + ${die}`);
}

/** @param {DiceBox} box @param {string} way */
function wrap(box, way) {
  const written = box.field.value.trim() || `${letter()}20`;
  const bare = /^(?:adv|dis)\((.*)\)$/.exec(written)?.[1] ?? written;
  lay(box, written.startsWith(`${way}(`) ? bare : `${way}(${bare})`);
}

/** @param {DiceBox} box @param {{ chance?: DiceToThrow, values?: Record<string, number> }} [about] @returns {Promise<void>} */
async function throwDice(box, { chance = {}, values } = {}) {
  const repeat = () => box.engine.repeat(box.output, () => throwDice(box, { chance, values }));
  const asked = await meant(box, repeat, values);
  if (!asked) return;
  if (asked.unknown.length > 0) return box.output.replaceChildren(say("tray_asks"));
  const { expression, times } = asked;
  /** @type {RollRequest} */
  const request = { kind: "roll", expression, values: asked.values };
  const secret = box.secret.ariaPressed === "true";
  /** @type {{ id: string, roll: Roll }[]} */
  const rolls = [];
  for (let count = 0; count < times; count += 1) {
    const answer = await box.engine.ask({ ...request, ...chance });
    if (answer.problem) return refuse(box, asked, answer.problem, repeat);
    const { expression: what, shown, sentence } = answer.roll;
    const id = writeDown({ what, shown, sentence, secret, place: placeOf(document.body), book: box.engine.book, seed: answer.seed, faces: chance.faces, request });
    rolls.push({ id, roll: answer.roll });
  }
  const shown = () => box.output.replaceChildren(...shownRolls(rolls.map(({ roll }) => roll)));
  if (!secret) return shown();
  const open = () => {
    rolls.forEach(({ id }) => reveal(id));
    shown();
  };
  box.output.replaceChildren(say("secret_rolled"), " ", button(say("reveal"), open, { class: "quiet" }));
}

// Odds don't wait for the names that are asked for, and say so.
/** @param {DiceBox} box @returns {Promise<void>} */
async function showOdds(box) {
  const repeat = () => box.engine.repeat(box.odds, () => showOdds(box));
  const asked = await meant(box, repeat);
  if (!asked) return;
  const { expression, values, unknown } = asked;
  const answer = await box.engine.ask({ kind: "odds", expression, values });
  if (answer.problem) return refuse(box, asked, answer.problem, repeat);
  const chart = oddsChart(unknown.length > 0 ? say("tray_at_nothing", { expression, names: unknown.join(say("comma")) }) : expression);
  chart.show(answer.odds);
  box.odds.replaceChildren(chart.element);
}

// What was typed -> what to ask the engine. Names that the sheet or the page knows get their values; for the rest there
// are fields, and a name whose field is empty is `unknown`.
/** @param {DiceBox} box @param {() => unknown} repeat @param {Record<string, number>} [given] @returns {Promise<AskedDice | null>} */
async function meant(box, repeat, given = {}) {
  const typed = box.field.value.trim();
  const { expression, times } = understand(typed);
  // As they were when the reader asked: a number may be half typed by the time the engine answers.
  const numbers = answered(box);
  sayProblem(box, null);
  const answer = await box.engine.ask({ kind: "explain", expression });
  if (answer.problem) {
    refuse(box, { typed, expression }, answer.problem, repeat);
    return null;
  }
  for (const [name, value] of numbers) remember(box.engine.book, name, value);
  const known = valuesFor(answer.names, box.engine.book).map(({ name, value }) => [name, value]);
  const wanted = Object.entries(given).filter(([name]) => answer.names.includes(name));
  const unknown = valuesFor(answer.names, box.engine.book).filter(({ name, known: has }) => !has && !(name in given)).map(({ name }) => name);
  askFor(box, unknown);
  return { typed, expression, times, values: Object.fromEntries([...known, ...wanted]), unknown };
}

// Names that nobody knows -> a field for each, in place of those of other names.
/** @param {DiceBox} box @param {string[]} names */
function askFor({ asks }, names) {
  asks.hidden = names.length === 0;
  if (names.join() === asks.dataset.names) return;
  asks.dataset.names = names.join();
  asks.replaceChildren(...names.map((name) => element("label", {}, `${say("tray_unknown", { name })} `, element("input", { type: "number", step: "1", name }))));
}

/** @param {DiceBox} box @returns {[string, number][]} */
function answered({ asks }) {
  return [...asks.querySelectorAll("input")].filter(({ value }) => value.trim() !== "").map(({ name, value }) => [name, wholeNumber(value)]);
}

// Why there is no answer, unless something else has been typed since.
/** @param {DiceBox} box @param {{ typed: string, expression: string }} asked @param {Problem} problem @param {() => unknown} repeat */
function refuse(box, { typed, expression }, problem, repeat) {
  if (box.engine.failed()) repeat();
  if (box.field.value.trim() === typed) sayProblem(box, problem, expression);
}

// The engine's problem -> said below the field, with the place in the expression marked.
/** @param {DiceBox} given @param {Problem | null} found @param {string} [expression] */
function sayProblem({ field, problem, output }, found, expression = "") {
  problem.hidden = found === null;
  field.setAttribute("aria-invalid", String(found !== null));
  problem.replaceChildren(...(found ? [excerpt(expression, found), ...shownProblem(found)] : []));
  output.replaceChildren(...(found ? shownProblem(found).map((part) => element("span", { class: "unseen" }, part)) : []));
}

/** @param {string} text @param {Problem} about */
function excerpt(text, { start = -1, end = -1, path = [] }) {
  if (start < 0 || path.length > 0) return "";
  const marked = text.slice(start, Math.max(end, start + 1)) || " … ";
  return element("code", { class: "excerpt" }, text.slice(0, start), element("mark", {}, marked), text.slice(Math.max(end, start + 1)));
}

// Dice that came with a link: laid out with their odds, and rolled when the reader says so.
/** @param {DiceBox} box @param {string} expression */
function ask(box, expression) {
  box.shared.hidden = true;
  box.output.replaceChildren();
  lay(box, expression);
  showOdds(box);
}

// A roll that came with a link: laid out, and rolled when the reader says so.
/** @param {DiceBox} box @param {SharedRoll} roll */
function offer(box, roll) {
  const show = () => {
    lay(box, roll.expression);
    throwDice(box, roll);
    box.shared.hidden = true;
  };
  lay(box, roll.expression);
  box.shared.replaceChildren(say("shared_roll", { expression: roll.expression }), " ", button(say("show_shared"), show, { class: "button" }));
  box.shared.hidden = false;
}

// The letter that this language has for a die.
function letter() {
  return say("tray_die") === "d" ? "d" : say("tray_die").toUpperCase();
}
