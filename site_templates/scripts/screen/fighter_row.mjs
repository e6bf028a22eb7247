// One who takes part in a fight: the name, what is left, what befell them, and what can be done, all within a thumb's reach.
import { button, element } from "../page/element.mjs";
import { say } from "../page/words.mjs";

// A fighter, what is known of them and of the moment, what can be done -> the row.
/** @param {Fighter} fighter @param {FighterState & { isNow: boolean, canBeHit: boolean, statuses: { name: string, meaning: string }[] }} about @param {FightActs} acts */
export function fighterRow(fighter, { points, most, isNow, canBeHit, statuses }, acts) {
  const { id, name } = fighter;
  const step = (/** @type {number} */ by) => button(by < 0 ? "−" : "+", () => acts.move(fighter, by), { id: `${by < 0 ? "less" : "more"}-${id}`, class: "step", "aria-label": say(by < 0 ? "fight_less" : "fight_more", { name }) });
  const meter = element("meter", { min: "0", max: String(Math.max(1, most)), value: String(points), "aria-hidden": "true" });
  const left = element("span", { class: "fighter-points" }, say("fight_points", { points, most }));
  const hit = canBeHit && points > 0 ? button(say("fight_attack"), () => acts.attack(fighter), { id: `hit-${id}`, class: "hit", "aria-label": say("fight_attack_on", { name }) }) : null;
  const [choose, choices] = statusChoice(fighter, statuses, acts);
  const down = points <= 0 ? element("em", {}, ` ${say("fight_down", { name: "" }).trim()}`) : null;
  return element("li", { class: `fighter${isNow ? " now" : ""}${points <= 0 ? " down" : ""}`, "aria-current": isNow ? "true" : null },
    element("div", { class: "fighter-line" },
      element("span", { class: "fighter-turn" }, fighter.initiative === null ? "" : String(fighter.initiative)),
      element("strong", { class: "fighter-name" }, name, down), hit),
    element("div", { class: "fighter-line" }, step(-1), left, step(1), meter, choose, button("×", () => acts.remove(fighter), { class: "quiet", "aria-label": say("fight_remove", { name }) })),
    choices,
    fighter.statuses.length > 0 ? element("ul", { class: "fighter-statuses" }, ...fighter.statuses.map((status) => statusLine(fighter, status, statuses, acts))) : null);
}

// A button that opens a row of further ones, each as large as a thumb: two taps, and no list of the browser's own between.
/** @param {Fighter} fighter @param {{ name: string }[]} statuses @param {FightActs} acts @returns {[HTMLElement, HTMLElement] | [null, null]} */
function statusChoice(fighter, statuses, acts) {
  const free = statuses.filter(({ name }) => !fighter.statuses.some((each) => each.name === name));
  if (free.length === 0) return [null, null];
  const own = `status-${fighter.id}`;
  const called = say("fight_status_of", { name: fighter.name });
  const choose = button(say("fight_add_status"), () => open(choices.hidden !== false), { id: own, "aria-label": called, "aria-expanded": "false", "aria-controls": `${own}-choices` });
  const give = (/** @type {string} */ name) => {
    // The row is made anew, and whoever uses keys stays where they were.
    choose.focus();
    acts.status(fighter, name, null);
  };
  const choices = element("div", { class: "status-choices", id: `${own}-choices`, role: "group", "aria-label": called, hidden: true }, ...free.map(({ name }) => button(name, () => give(name))));
  const open = (/** @type {boolean} */ isOpen) => {
    choices.hidden = !isOpen;
    choose.setAttribute("aria-expanded", String(isOpen));
  };
  return [choose, choices];
}

// What the status does, and how long it lasts: without a number until somebody ends it.
/** @param {Fighter} fighter @param {FighterStatus} status @param {{ name: string, meaning: string }[]} known @param {FightActs} acts */
function statusLine(fighter, { name, rounds }, known, acts) {
  const meaning = known.find((each) => each.name === name)?.meaning ?? "";
  const shown = rounds === null ? name : say("fight_lasts", { status: name, count: rounds });
  return element("li", {},
    element("details", {}, element("summary", {}, shown), element("p", {}, meaning),
      element("p", { class: "fighter-line" },
        button(say("fight_rounds_more"), () => acts.status(fighter, name, Math.min(99, (rounds ?? 0) + 1)), { class: "quiet" }),
        button(say("fight_status_end"), () => acts.status(fighter, name, 0), { class: "quiet" }))));
}
