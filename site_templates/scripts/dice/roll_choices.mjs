// What a reader may change about a roll: the numbers that only they know, advantage, and what it must reach.
import { button, element } from "../page/element.mjs";
import { say, told } from "../page/words.mjs";
import { remember, valuesFor, wholeNumber } from "./values.mjs";

// A roll's { expression, names, engine, d20 } and what to do when a choice changes ->
// { d20, toggle, panel, expression(), choose(way), way(), judges(), verdict(request, dice), refresh() }
/** @param {{ expression: string, names: Record<string, string>, engine: BookEngine, d20: boolean }} given @param {() => unknown} changed */
export function rollChoices({ expression, names, engine, d20 }, changed) {
  let way = "";
  const fields = Object.keys(names).map((name) => nameField(name, names[name], engine, changed));
  const ways = d20 ? ["adv", "dis"].map((name) => wayButton(name, () => choose(way === name ? "" : name, true))) : [];
  const target = d20 ? numberField(say("against"), "", changed) : null;
  const panel = element("span", { class: "roll-choices", role: "group", "aria-label": say("choices"), hidden: true });
  panel.append(...fields.map(({ label }) => label), ...ways, ...(target ? [target.label] : []));
  const toggle = button("⋯", () => open(Boolean(panel.hidden)), { class: "roll-more", "aria-expanded": "false", "aria-label": say("choices"), hidden: panel.childElementCount === 0 });

  /** @param {boolean} shown */
  function open(shown) {
    panel.hidden = !shown;
    toggle.setAttribute("aria-expanded", String(shown));
  }

  /** @param {string} next @param {boolean} [again] */
  function choose(next, again = false) {
    way = next;
    for (const each of ways) each.setAttribute("aria-pressed", String(each.value === way));
    if (again) changed();
  }

  // Names without a value from the sheet are asked for at once; the roll itself does not wait for them.
  const asks = () => valuesFor(Object.keys(names), engine.book).some(({ sheet }) => !sheet);
  const dc = () => (target && target.input.value.trim() !== "" ? wholeNumber(target.input.value) : null);
  open(asks());

  return {
    d20,
    toggle,
    panel,
    open,
    choose,
    expression: () => (way ? `${way}(${expression})` : expression),
    way: () => way,
    judges: () => dc() !== null,
    /** @param {RollRequest} request @param {DiceToThrow} dice */
    verdict(request, dice) {
      const number = dc();
      return number === null ? null : verdict(engine, request, dice, number);
    },
    refresh: () => fields.forEach(({ refresh }) => refresh()),
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
