// Dice in the text: a click on a button with data-roll rolls it. The total appears beside it, so that the sentence reads on;
// every die, and what can be changed, appears below the passage.
import { afterPaint, refusal, showWaiting } from "../engine/waiting.mjs";
import { writeDown } from "../log/log.mjs";
import { button, delegate, element, oncePerElement } from "../page/element.mjs";
import { placeOf } from "../page/place.mjs";
import { say } from "../page/words.mjs";
import { rollChoices } from "./roll_choices.mjs";
import { shownRoll, shownRolls, showRead, showSecret, showThrown } from "./show_roll.mjs";
import { inWay, planOf, thrownRoll } from "./throw_plan.mjs";
import { valuesFor } from "./values.mjs";

// How to reach the engine -> every roll of this page and of those that follow it can be clicked.
/** @param {BookEngine} engine */
export function enlivenRolls(engine) {
  delegate("click", "[data-roll]", (pressed, event) => isMeant(event, pressed) && rollIn(pressed, engine, wayByKeys(event)));
}

// The second click of a double click is a habit, and a click that ends a selection is about the words. An early one was judged
// when it was made.
/** @param {MouseEvent} event @param {Written} pressed */
function isMeant(event, pressed) {
  const selection = getSelection();
  return event.detail !== 2 && (event.meant || !selection || selection.isCollapsed || !selection.containsNode(pressed, true));
}

// Shift is held for advantage, Alt for disadvantage.
/** @param {MouseEvent} event */
function wayByKeys(event) {
  return event.shiftKey ? "adv" : event.altKey ? "dis" : null;
}

// A button with data-roll -> rolled; `way` is adv, dis, or null for what its own switch says.
/** @param {Written} pressed @param {BookEngine} engine @param {string | null} [way] */
function rollIn(pressed, engine, way = null) {
  const widget = widgetOf(pressed, engine);
  if (way && widget.choices.d20) widget.choices.choose(way);
  widget.rolling = widget.choices.times() > 1 ? throwTimes(widget) : throwDice(widget, false);
  return widget.rolling;
}

// As often as the reader chose: each throw goes to the log, and all are shown together.
/** @param {RollWidget} widget */
async function throwTimes(widget) {
  const times = widget.choices.times();
  const secret = widget.choices.secret();
  const rolls = [];
  for (let count = 0; count < times; count += 1) {
    const answer = await throwDice(widget, false);
    if (!answer) return null;
    rolls.push(answer.roll);
  }
  if (!secret) widget.output.replaceChildren(...shownRolls(rolls));
  return null;
}

// The same dice with other numbers: what the reader changes after the roll does not throw them again, nor does what they
// change while the engine is still about to throw them.
/** @param {RollWidget} widget */
async function rollWithChoices(widget) {
  if (!planOf(widget.pressed)) await widget.rolling;
  return throwDice(widget, true);
}

export const widgetOf = oncePerElement(makeWidget);

/** @param {Written} pressed @param {BookEngine} engine @returns {RollWidget} */
function makeWidget(pressed, engine) {
  /** @type {Omit<RollWidget, "choices" | "frame">} */
  const parts = {
    pressed,
    engine,
    expression: pressed.dataset.roll,
    names: wordsIn(pressed.dataset.asks),
    called: wordsIn(pressed.dataset.called),
    output: element("output", { class: "rolled" }),
    trouble: element("span", { class: "roll-trouble" }),
    total: element("b", { class: "roll-total", "aria-hidden": "true", hidden: true }),
    entry: null,
    rolling: null,
    seed: null,
    fallen: [],
    asked: 0,
  };
  const [note] = noteOf(pressed);
  const range = note?.firstElementChild.textContent ?? "";
  const choices = rollChoices({ ...parts, range, d20: "d20" in pressed.dataset, planned: planOf(pressed) !== null }, () => rollWithChoices(widget));
  const frame = element("span", { class: "roll-result", hidden: true });
  /** @type {RollWidget} */
  const widget = { ...parts, choices, frame };
  frame.append(widget.output, widget.trouble, choices.toggle, hideButton(widget));
  (pressed.closest("code") ?? pressed).after(...noteOf(pressed), widget.total);
  atEndOfBlock(pressed, frame, choices.panel);
  return widget;
}

// The sentence goes on after the total; dice and fields would tear it apart.
/** @param {Written} pressed @param {HTMLElement[]} parts */
function atEndOfBlock(pressed, ...parts) {
  const block = pressed.closest("p, li, td, th, dd, dt, .row-text") ?? pressed.parentElement;
  const list = block.querySelector(":scope > :is(ul, ol)");
  for (const part of parts) block.insertBefore(part, list);
}

// The note belongs between the button and the result; moving it keeps all three together.
/** @param {Written} pressed */
function noteOf(pressed) {
  const note = document.getElementById(pressed.getAttribute("aria-describedby"));
  return note ? [note] : [];
}

/** @param {RollWidget} widget */
function hideButton(widget) {
  const hide = () => {
    const held = widget.frame.contains(document.activeElement);
    widget.frame.hidden = true;
    widget.total.hidden = true;
    widget.choices.open(false);
    // The focus must not fall to the top of the page with the button that had it.
    if (held) widget.pressed.focus();
  };
  return button("×", hide, { class: "roll-hide", "aria-label": say("hide_result") });
}

/** @param {string | undefined} written @returns {Record<string, string>} */
function wordsIn(written) {
  try {
    return JSON.parse(written ?? "{}");
  } catch {
    return {};
  }
}

// Thrown by the page if it has a plan, and read by the engine in any case.
/** @param {RollWidget} widget @param {boolean} again */
async function throwDice(widget, again) {
  const turn = (widget.asked += 1);
  const request = requestOf(widget);
  const { book } = widget.engine;
  const place = placeOf(widget.pressed);
  const { title } = widget.pressed.dataset;
  const secret = widget.choices.secret();
  const thrown = secret ? null : throwAtOnce(widget, request, again);
  const logged = (/** @type {ShownRoll} */ roll, seed = /** @type {number | null} */ (null), verdict = /** @type {string | null} */ (null)) => ({
    ...{ what: title ?? asWritten(roll), shown: roll.shown, sentence: [titled(title, roll.sentence), verdict].filter(Boolean).join(" ") },
    ...{ place, book, seed, faces: thrown?.faces ?? null, request, secret },
  });
  let entry = again ? widget.entry : null;
  if (thrown) entry = widget.entry = writeDown(logged(thrown.roll), entry);
  widget.frame.hidden = false;
  widget.trouble.replaceChildren();
  const stopWaiting = thrown ? showThrown(widget, thrown) : showWaiting(widget.output, widget.engine);
  const chance = thrown ? { faces: thrown.faces } : again && widget.seed !== null ? { seed: widget.seed } : {};
  if (thrown) await afterPaint();
  const answer = await widget.engine.ask({ ...request, ...chance });
  stopWaiting();
  if (answer.problem) return turn === widget.asked ? fail(widget, answer.problem, thrown, again) : null;
  const verdict = await widget.choices.verdict(request, thrown ? chance : { seed: answer.seed });
  // Each throw goes to the log, but of quick ones only the last is shown.
  entry = writeDown(logged(answer.roll, answer.seed, verdict), entry);
  if (turn !== widget.asked) return null;
  widget.entry = entry;
  widget.seed = answer.seed;
  if (secret) showSecret(widget, entry, () => showRead(widget, null, answer.roll, verdict));
  else showRead(widget, thrown, answer.roll, verdict);
  widget.choices.refresh();
  return answer;
}

// What was rolled, in the words of the text around it.
/** @param {ShownRoll} roll */
function asWritten({ breakdown }) {
  return breakdown.map(({ text }) => text).join("");
}

// What is rolled on a sheet has a name.
/** @param {string | undefined} title @param {string} text */
function titled(title, text) {
  return title ? say("titled", { title, text }) : text;
}

// -> { roll, faces } or null. What has fallen stays: other numbers, or a second throw beside the first, do not change it.
/** @param {RollWidget} widget @param {ReturnType<typeof requestOf>} request @param {boolean} again */
function throwAtOnce(widget, { expression, values }, again) {
  const { choices } = widget;
  const plan = inWay(planOf(widget.pressed), choices.way(), choices.inWay(), choices.added());
  if (!plan || !Object.values(values).every(Number.isSafeInteger)) return null;
  const thrown = thrownRoll(expression, plan, again ? widget.fallen : [], values, widget.called);
  widget.fallen = again && widget.fallen.length > thrown.faces.length ? widget.fallen : thrown.faces;
  return thrown;
}

/** @param {RollWidget} widget @returns {RollRequest & { values: Record<string, number> }} */
function requestOf(widget) {
  const values = valuesFor(Object.keys(widget.names), widget.engine.book);
  return {
    kind: "roll",
    expression: widget.choices.expression(),
    values: Object.fromEntries(values.map(({ name, value }) => [name, value])),
    ...(Object.keys(widget.called).length > 0 ? { called: widget.called } : {}),
  };
}

// Dice that have fallen stay; only what the engine would have said about them is missing.
/** @param {RollWidget} widget @param {Problem} problem @param {Thrown | null} thrown @param {boolean} again */
function fail(widget, problem, thrown, again) {
  const place = thrown ? widget.trouble : widget.output;
  if (thrown && widget.output.childElementCount < 2) widget.output.replaceChildren(...shownRoll(thrown.roll));
  const repeat = () => throwDice(widget, again || thrown !== null);
  place.replaceChildren(...(thrown ? [" "] : []), ...refusal(problem, widget.engine, widget.pressed, repeat));
  return null;
}
