// The dice box: any expression, typed or put together from dice, with its odds. What is wrong is said at the field.
import { shownProblem } from "../engine/waiting.mjs";
import { writeDown } from "../log/log.mjs";
import { button, element } from "../page/element.mjs";
import { placeOf } from "../page/place.mjs";
import { say } from "../page/words.mjs";
import { oddsChart } from "./odds_chart.mjs";
import { shownRoll } from "./show_roll.mjs";
import { valuesFor } from "./values.mjs";

const LONGEST = 300;
const DICE = ["d4", "d6", "d8", "d10", "d12", "d20", "d%"];

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
  const box = { engine, field, problem, output, odds, shared };
  const form = element("form", { class: "dice-box", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    throwDice(box);
  } },
    shared,
    element("label", { for: field.id }, say("dice_field")),
    element("div", { class: "dice-line" }, field, element("button", { type: "submit", class: "button" }, say("roll"))),
    problem,
    element("div", { class: "dice-keys", role: "group", "aria-label": say("dice_keys") },
      ...DICE.map((die) => button(die, () => addDie(box, die), { class: "quiet" })),
      ...["adv", "dis"].map((way) => button(say(way), () => wrap(box, way), { class: "quiet" })),
      button(say("odds"), () => showOdds(box), { class: "quiet box-odds-button" })),
    output,
    odds,
  );
  field.addEventListener("input", () => sayProblem(box, null));
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
  const last = /^(.*?)(\d*)(d(?:\d+|%))$/.exec(written);
  if (!written) lay(box, die);
  else if (last?.[3] === die) lay(box, `${last[1]}${Number(last[2] || 1) + 1}${die}`);
  else lay(box, `${written} + ${die}`);
}

/** @param {DiceBox} box @param {string} way */
function wrap(box, way) {
  const written = box.field.value.trim() || "d20";
  const bare = /^(?:adv|dis)\((.*)\)$/.exec(written)?.[1] ?? written;
  lay(box, written.startsWith(`${way}(`) ? bare : `${way}(${bare})`);
}

/** @param {DiceBox} box @param {{ chance?: DiceToThrow, values?: Record<string, number> }} [about] */
async function throwDice(box, { chance = {}, values } = {}) {
  const repeat = () => box.engine.repeat(box.output, () => throwDice(box, { chance, values }));
  const asked = await meant(box, repeat, values);
  if (!asked) return;
  /** @type {RollRequest} */
  const request = { kind: "roll", ...asked };
  const answer = await box.engine.ask({ ...request, ...chance });
  if (answer.problem) return refuse(box, request.expression, answer.problem, repeat);
  box.output.replaceChildren(...shownRoll(answer.roll));
  const { expression: what, shown, sentence } = answer.roll;
  writeDown({ what, shown, sentence, place: placeOf(document.body), book: box.engine.book, seed: answer.seed, faces: chance.faces, request });
}

/** @param {DiceBox} box @returns {Promise<void>} */
async function showOdds(box) {
  const repeat = () => box.engine.repeat(box.odds, () => showOdds(box));
  const request = await meant(box, repeat);
  if (!request) return;
  const answer = await box.engine.ask({ kind: "odds", ...request });
  if (answer.problem) return refuse(box, request.expression, answer.problem, repeat);
  const chart = oddsChart(request.expression);
  chart.show(answer.odds);
  box.odds.replaceChildren(chart.element);
}

// Names that the sheet or the page knows get their values; the rest count as 0, and the result says so.
/** @param {DiceBox} box @param {() => unknown} repeat @param {Record<string, number>} [given] */
async function meant(box, repeat, given = {}) {
  const expression = box.field.value.trim();
  sayProblem(box, null);
  const answer = await box.engine.ask({ kind: "explain", expression });
  if (answer.problem) {
    refuse(box, expression, answer.problem, repeat);
    return null;
  }
  const known = valuesFor(answer.names, box.engine.book).map(({ name, value }) => [name, value]);
  const wanted = Object.entries(given).filter(([name]) => answer.names.includes(name));
  return { expression, values: Object.fromEntries([...known, ...wanted]) };
}

// Why there is no answer; but what was typed meanwhile is not to blame for it.
/** @param {DiceBox} box @param {string} expression @param {Problem} problem @param {() => unknown} repeat */
function refuse(box, expression, problem, repeat) {
  if (box.engine.failed()) repeat();
  if (box.field.value.trim() === expression) sayProblem(box, problem);
}

// The engine's problem -> said below the field, with the place in the expression marked.
/** @param {DiceBox} given @param {Problem | null} found */
function sayProblem({ field, problem, output }, found) {
  problem.hidden = found === null;
  field.setAttribute("aria-invalid", String(found !== null));
  problem.replaceChildren(...(found ? [excerpt(field.value.trim(), found), ...shownProblem(found)] : []));
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
