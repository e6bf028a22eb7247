// What a reader may change about a roll: the numbers that only they know, advantage, a modifier of this moment, what it must
// reach, how often it is rolled, and whether it is shown; and how far it reaches with these.
import { button, element, switchButton } from "../page/element.mjs";
import { say, shownValue, told } from "../page/words.mjs";
import { remember, valuesFor, wholeNumber } from "./values.mjs";

const MOST_TIMES = 20;

// A roll's { expression, names, range, engine, d20, planned } and what to do when a choice changes ->
// { d20, toggle, panel, expression(), inWay(), added(), choose(way), way(), times(), secret(), judges(), verdict(request, dice), refresh() }
/** @param {{ expression: string, names: Record<string, string>, range: string, engine: BookEngine, d20: boolean, planned: boolean }} given @param {() => unknown} changed */
export function rollChoices({ expression, names, range, engine, d20, planned }, changed) {
  let way = "";
  const fields = Object.keys(names).map((name) => nameField(name, names[name], engine, changed));
  const ways = d20 ? ["adv", "dis"].map((name) => wayButton(name, () => choose(way === name ? "" : name, true))) : [];
  const target = d20 ? numberField(say("against"), "", changed) : null;
  const panel = element("span", { class: "roll-choices", role: "group", "aria-label": say("choices"), hidden: true });
  const reach = element("small", { class: "roll-reach" }, range);
  const situation = numberField(say("situation"), "", changed);
  const repeats = numberField(say("times"), "1", () => {});
  const secret = switchButton(say("secret"));
  panel.append(...fields.map(({ label }) => label), ...ways, situation.label, ...(target ? [target.label] : []), repeats.label, secret, ...(range ? [reach] : []));
  const toggle = button("⋯", () => open(!isOpen()), { class: "roll-more", "aria-expanded": "false", "aria-label": say("choices") });

  // Names without a value from the sheet are asked for at once, and they alone: the line stays quiet.
  const isOpen = () => !panel.hidden && !panel.classList.contains("asks-only");
  /** @param {boolean} shown @param {boolean} [asksOnly] */
  function open(shown, asksOnly = false) {
    panel.hidden = !shown;
    panel.classList.toggle("asks-only", asksOnly);
    toggle.ariaExpanded = String(isOpen());
    if (isOpen()) measure();
  }

  // With the reader's numbers, or with advantage, it is the engine that knows how far the roll reaches.
  async function measure() {
    const given = valuesFor(Object.keys(names), engine.book);
    if (way === "" && added() === 0 && given.every(({ value }) => value === 0)) {
      reach.textContent = range;
      return;
    }
    const values = Object.fromEntries(given.map(({ name, value }) => [name, value]));
    const answer = await engine.ask({ kind: "explain", expression: written(), values });
    const known = !answer.problem && "average" in answer && answer.average !== null;
    reach.textContent = known ? say("calc_spread", { low: shownValue(answer.min), high: shownValue(answer.max), average: answer.average }) : "";
  }

  /** @param {string} next @param {boolean} [again] */
  function choose(next, again = false) {
    way = next;
    for (const each of ways) each.ariaPressed = String(each.value === way);
    if (again) changed();
  }

  const added = () => wholeNumber(situation.input.value || "0");
  const inWay = () => (way ? `${way}(${expression})` : expression);
  // What the page throws itself is a sum, to which more can simply be added.
  const written = () => (added() === 0 ? inWay() : `${planned || way ? inWay() : `(${inWay()})`} ${added() < 0 ? "−" : "+"} ${Math.abs(added())}`);
  // The roll itself does not wait for the names that it asks for.
  const asks = () => valuesFor(Object.keys(names), engine.book).some(({ sheet }) => !sheet);
  const dc = () => (target && target.input.value.trim() !== "" ? wholeNumber(target.input.value) : null);
  open(asks(), true);

  return {
    d20,
    toggle,
    panel,
    open,
    choose,
    expression: written,
    inWay,
    added,
    way: () => way,
    times: () => Math.max(1, Math.min(MOST_TIMES, wholeNumber(repeats.input.value))),
    secret: () => secret.ariaPressed === "true",
    judges: () => dc() !== null,
    /** @param {RollRequest} request @param {DiceToThrow} dice */
    verdict(request, dice) {
      const number = dc();
      return number === null ? null : verdict(engine, request, dice, number);
    },
    refresh() {
      fields.forEach(({ refresh }) => refresh());
      if (isOpen()) measure();
    },
  };
}

// The engine decides: the same dice, asked whether they reach the number, and the chance of that.
/** @param {BookEngine} engine @param {RollRequest} request @param {DiceToThrow} dice @param {number} dc */
async function verdict(engine, request, dice, dc) {
  const expression = `(${request.expression}) >= ${dc}`;
  const [reached, chances] = await Promise.all([
    engine.ask({ ...request, ...dice, expression }),
    engine.ask({ ...request, kind: "odds", expression }),
  ]);
  if (reached.problem) return told(reached.problem);
  const reaching = chances.problem ? undefined : chances.odds.rows.find(({ is }) => is === true);
  const chance = reaching?.percent ?? say("never_percent");
  return say(reached.roll.total ? "reached" : "missed", { dc, chance });
}

/** @param {string} name @param {string} words @param {BookEngine} engine @param {() => unknown} changed */
function nameField(name, words, engine, changed) {
  /** @param {number} value */
  const write = (value) => {
    remember(engine.book, name, value);
    changed();
  };
  const field = numberField(words, "0", (value) => write(wholeNumber(value)));
  field.label.className = "roll-asks";
  const source = element("small", {});
  field.label.append(source);
  const refresh = () => {
    const [{ value, sheet }] = valuesFor([name], engine.book);
    if (document.activeElement !== field.input) field.input.value = String(value);
    field.input.disabled = sheet;
    source.textContent = sheet ? ` ${say("from_sheet")}` : "";
  };
  refresh();
  return { label: field.label, refresh };
}

/** @param {string} words @param {string} value @param {(value: string) => unknown} changed */
function numberField(words, value, changed) {
  const input = element("input", { type: "number", step: "1", value, onchange: () => changed(input.value) });
  return { input, label: element("label", {}, `${words} `, input) };
}

/** @param {string} name @param {() => unknown} onclick */
function wayButton(name, onclick) {
  return button(say(name), onclick, { class: "quiet", value: name, "aria-pressed": "false" });
}
