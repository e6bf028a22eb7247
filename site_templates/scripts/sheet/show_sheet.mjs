// The engine's answer about a character -> the form: values, points left, bonuses, problems, the way to the next level.
import { fieldsOf, showProblems, worded } from "../calculator/fields.mjs";
import { writeDown } from "../log/log.mjs";
import { button, element } from "../page/element.mjs";
import { loadOnce, whenLoaded } from "../page/lazy_load.mjs";
import { say, shownValue, signed } from "../page/words.mjs";
import { linkTo } from "./character_file.mjs";
import { showSum } from "./kinds.mjs";
import { withoutPictures } from "./picture.mjs";

const bringCodes = loadOnce(() => import("./qr_code.mjs"));

/** @param {Written} form @param {SheetAnswer} answer */
export function showSheet(form, answer) {
  showFields(form, answer);
  showPoints(form, answer.points);
  showValues(form, answer);
  showLevel(form, answer);
  const rest = showProblems(form, answer.problems, 1);
  const list = form.querySelector(".sheet-problems");
  list.hidden = rest.length === 0;
  list.replaceChildren(...rest.map((problem) => element("li", {}, worded(problem))));
}

// Fields that do not apply are not asked for; those that choices add to say what they come to.
/** @param {Written} form @param {SheetAnswer} about */
function showFields(form, { asked, bonuses, shown }) {
  for (const field of fieldsOf(form)) {
    const name = field.dataset.field;
    field.hidden = !asked.includes(name);
    field.querySelector(".field-total")?.remove();
    showSum(field, shown);
    const own = bonuses.filter((bonus) => bonus.name === name);
    if (own.length === 0) continue;
    const sources = own.map(({ source, amount }) => `${source} ${signed(amount)}`).join(", ");
    field.querySelector(".field-hint").before(element("small", { class: "field-total" }, say("sheet_total", { total: shown[name], sources })));
  }
}

/** @param {Written} form @param {SheetAnswer["points"]} pools */
function showPoints(form, pools) {
  for (const { name, left } of pools) {
    const group = [...form.querySelectorAll("[data-pool]")].find((each) => each.dataset.pool === name);
    if (!group) continue;
    group.querySelector("[data-left]").textContent = shownValue(left);
    group.classList.toggle("overspent", Number(left) < 0);
  }
}

/** @param {Written} form @param {SheetAnswer} about */
function showValues(form, { asked, shown, unrolled, character }) {
  for (const place of form.querySelectorAll("[data-value]")) {
    const name = place.dataset.value;
    const row = place.closest("div");
    // Rows that do not concern this character are not there; every sheet with levels has a level.
    row.hidden = name !== "level" && !asked.includes(name);
    place.textContent = shown[name] ?? "–";
    const roll = row.querySelector("[data-roll-value]");
    // While the character is being made, dice may be thrown again; from the first level on they stand.
    if (roll) roll.hidden = !unrolled.includes(name) && character.levels.length > 0;
  }
}

/** @param {Written} form @param {SheetAnswer} answer */
function showLevel(form, answer) {
  const xp = form.querySelector("[data-xp]");
  if (xp) xp.textContent = answer.xp_needed === null ? say("sheet_xp_last", { xp: answer.character.xp }) : say("sheet_xp", { xp: answer.character.xp, needed: shownValue(answer.xp_needed) });
  const rise = form.querySelector("[data-do='level']");
  if (rise) rise.disabled = !answer.can_rise;
  const undo = form.querySelector("[data-do='unlevel']");
  if (undo) undo.hidden = answer.character.levels.length === 0;
  showBrought(form.querySelector(".sheet-brings"), answer);
  const choices = form.querySelector(".sheet-choices");
  if (!choices) return;
  choices.hidden = answer.choices.length === 0 || !answer.can_rise;
  const before = new Map([...choices.querySelectorAll("select")].map((select) => [select.name, select.value]));
  const selects = answer.choices.map((choice) => levelChoice(choice, before.get(choice.name)));
  choices.replaceChildren(choices.querySelector("legend"), ...selects);
}

// What the next level brings is shown before it is taken.
/** @param {HTMLElement | null} place @param {SheetAnswer} about */
function showBrought(place, { brings, values }) {
  if (!place) return;
  place.hidden = brings.length === 0;
  const lines = brings.map(({ label, what }) => element("li", {}, say("titled", { title: label, text: what })));
  place.replaceChildren(say("sheet_brings", { level: Number(values.level) + 1 }), element("ul", {}, ...lines));
}

/** @param {SheetAnswer["choices"][number]} given @param {string | undefined} chosen */
function levelChoice({ name, label, choices }, chosen) {
  const select = element("select", { name }, ...choices.map((choice) => element("option", { value: choice.name, selected: choice.name === chosen }, choice.name)));
  return element("label", {}, `${label} `, select);
}

// -> what is chosen for the next level.
/** @param {Written} form @returns {Record<string, string>} */
export function levelChoices(form) {
  return Object.fromEntries([...form.querySelectorAll(".sheet-choices select")].map((select) => [select.name, select.value]));
}

// The experience that was typed -> the question to ask, and what to say of the answer.
/** @param {Written} form */
export function gainedXp(form) {
  const field = form.querySelector(".sheet-gained");
  const { value } = field;
  const words = (/** @type {SheetAnswer} */ { character }) => {
    if (field.value === value) field.value = "";
    return [say("sheet_xp_now", { xp: character.xp })];
  };
  return { more: { amount: Math.trunc(Number(value)) || 0 }, words };
}

// A character -> the address that carries it, copied if that is allowed, and shown in any case.
/** @param {Written} form @param {Partial<Character>} whole @param {(...said: Child[]) => void} tell */
export async function tellLink(form, whole, tell) {
  const { character, had } = withoutPictures(form, whole);
  const address = await linkTo(character, location.href);
  navigator.clipboard?.writeText(address).catch(() => {});
  const link = [say("sheet_link"), " ", element("a", { href: address }, say("sheet_link_here"))];
  const draw = () => whenLoaded(bringCodes, ({ drawnCode }) => tell(...link, drawnCode(address)));
  tell(...link, " ", button(say("sheet_qr"), draw), had ? ` ${say("sheet_link_no_picture")}` : "");
}

// A value's name -> what the sheet calls it.
/** @param {Written} form @param {string} name @returns {string} */
export function nameOf(form, name) {
  const place = [...form.querySelectorAll("[data-value]")].find((each) => each.dataset.value === name);
  return place?.closest("div").querySelector("dt").textContent ?? name;
}

// Which value was rolled, and how -> written down, in a sentence.
/** @param {string} what @param {ShownRoll} rolled @param {Pick<LoggedRoll, "place" | "book">} where */
export function logRolled(what, { shown, sentence }, where) {
  const whole = say("sheet_rolled", { name: what, roll: sentence });
  writeDown({ what, shown, sentence: whole, ...where });
  return whole;
}

// Those that can be played, with the one that is; a new one comes first until it is stored.
/** @param {Written} form @param {StoredCharacter[]} entries @param {StoredCharacter | null | undefined} shown @param {string | null} wanted */
export function listCharacters(form, entries, shown, wanted) {
  const fresh = !shown ? [element("option", { value: "" }, say("sheet_new"))] : [];
  const who = form.querySelector(".sheet-who");
  who.replaceChildren(...fresh, ...entries.map(({ id, label }) => element("option", { value: id }, label)));
  who.value = wanted ?? shown?.id ?? "";
  for (const name of ["delete", "copy", "save", "link"]) form.querySelector(`[data-do='${name}']`).disabled = !shown;
}

// What the engine found in a file that came from elsewhere, and that the form itself cannot show.
const REMARKS = ["kept-aside", "other-sheet", "other-version"];

/** @param {SheetAnswer} answer */
export function remarksOn({ problems }) {
  return problems.filter(({ code }) => REMARKS.includes(code)).map(({ message }) => message);
}
