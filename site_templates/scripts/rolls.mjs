// Dice in the text: a click on a button with data-roll rolls it and shows every die beside it.
import { button, element } from "./element.mjs";
import { add, amend } from "./log.mjs";
import { placeOf } from "./place.mjs";
import { rollChoices } from "./roll_choices.mjs";
import { shownProblem, shownRoll } from "./show_roll.mjs";
import { valuesFor } from "./values.mjs";
import { say } from "./words.mjs";

// Shorter than this nobody sees the waiting; longer, everybody wonders.
const WAITING_SHOWS_AFTER = 150;
const widgets = new WeakMap();

// How to reach the engine -> every roll of this page and of those that follow it can be clicked.
export function enlivenRolls(desk) {
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-roll]");
    if (pressed && isMeant(event, pressed)) rollIn(pressed, desk, heldWay(event));
  });
}

// The second click of a double click is a habit, and one that ends a selection wants the words.
function isMeant(event, pressed) {
  const selection = getSelection();
  return event.detail !== 2 && (selection.isCollapsed || !selection.containsNode(pressed, true));
}

// Shift is held for advantage, Alt for disadvantage.
function heldWay(event) {
  return event.shiftKey ? "adv" : event.altKey ? "dis" : null;
}

// A button with data-roll -> rolled; `way` is adv, dis, or null for what its own switch says.
export function rollIn(pressed, desk, way = null) {
  const widget = widgetOf(pressed, desk);
  if (way && widget.choices.d20) widget.choices.choose(way);
  return throwDice(widget, null);
}

export function widgetOf(pressed, desk) {
  if (!widgets.has(pressed)) widgets.set(pressed, makeWidget(pressed, desk));
  return widgets.get(pressed);
}

function makeWidget(pressed, desk) {
  const widget = {
    pressed,
    desk,
    expression: pressed.dataset.roll,
    names: namesOf(pressed),
    note: document.getElementById(pressed.getAttribute("aria-describedby"))?.textContent.trim() ?? "",
    output: element("output", { class: "rolled" }),
    entry: null,
    seed: null,
    asked: 0,
  };
  // The same dice with other numbers: what the reader changes after the roll does not throw them again.
  widget.choices = rollChoices({ ...widget, d20: "d20" in pressed.dataset }, () => throwDice(widget, widget.seed));
  widget.frame = element("span", { class: "roll-result", hidden: true }, widget.output, widget.choices.toggle, hideButton(widget));
  (pressed.closest("code") ?? pressed).after(...noteOf(pressed), widget.frame);
  atEndOfBlock(pressed, widget.choices.panel);
  return widget;
}

// The sentence goes on after the result; fields would tear it apart.
function atEndOfBlock(pressed, panel) {
  const block = pressed.closest("p, li, td, th, dd, dt, .row-text") ?? pressed.parentElement;
  const list = block.querySelector(":scope > :is(ul, ol)");
  block.insertBefore(panel, list);
}

// The note stands between the button and the result; moving it keeps all three together.
function noteOf(pressed) {
  const note = document.getElementById(pressed.getAttribute("aria-describedby"));
  return note ? [note] : [];
}

function hideButton(widget) {
  const hide = () => {
    const held = widget.frame.contains(document.activeElement);
    widget.frame.hidden = true;
    widget.choices.open(false);
    // The focus must not fall to the top of the page with the button that had it.
    if (held) widget.pressed.focus();
  };
  return button("×", hide, { class: "roll-hide", "aria-label": say("hide_result") });
}

function namesOf(pressed) {
  try {
    return JSON.parse(pressed.dataset.asks ?? "{}");
  } catch {
    return {};
  }
}

async function throwDice(widget, seed) {
  const turn = (widget.asked += 1);
  widget.frame.hidden = false;
  const waiting = setTimeout(() => widget.output.replaceChildren(element("span", { class: "waiting" }, say("rolling"))), WAITING_SHOWS_AFTER);
  const request = requestOf(widget);
  const answer = await widget.desk.ask({ ...request, ...(seed === null ? {} : { seed }) });
  clearTimeout(waiting);
  const verdict = answer.problem ? null : await widget.choices.verdict(request, answer.seed);
  // Each throw goes to the log, but of quick ones only the last is shown.
  if (answer.problem) return turn === widget.asked ? fail(widget, answer.problem) : null;
  writeDown(widget, request, answer, seed !== null, verdict);
  if (turn !== widget.asked) return null;
  widget.seed = answer.seed;
  widget.output.replaceChildren(...shownRoll(answer.roll, { remark: verdict ?? "", note: widget.note }));
  widget.choices.refresh();
  return answer;
}

function requestOf(widget) {
  const values = valuesFor(Object.keys(widget.names), widget.desk.book);
  return {
    kind: "roll",
    expression: widget.choices.expression(),
    values: Object.fromEntries(values.map(({ name, value }) => [name, value])),
  };
}

function writeDown(widget, request, answer, again, verdict) {
  const { roll } = answer;
  const said = {
    what: roll.expression,
    shown: roll.shown,
    sentence: [roll.sentence, verdict].filter(Boolean).join(" "),
    seed: answer.seed,
    request,
  };
  if (again && widget.entry) amend(widget.entry, said);
  else widget.entry = add({ ...said, ...placeOf(widget.pressed), book: widget.desk.book ?? "" });
}

function fail(widget, problem) {
  widget.output.replaceChildren(...shownProblem(problem));
  if (widget.desk.failed()) widget.output.append(" ", button(say("try_again"), () => widget.desk.retry(), { class: "quiet" }));
  return null;
}
