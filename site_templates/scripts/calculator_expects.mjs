// What a calculator's fields lead to, before anyone rolls: the engine's odds in the places where the build put those of
// the defaults.
import { element } from "./element.mjs";
import { say } from "./words.mjs";

export function expect(section, odds) {
  for (const [index, { percent }] of odds.outcomes.entries()) {
    const place = section.querySelector(`[data-outcome="${index}"]`);
    if (place) place.textContent = `(${odds.exact ? percent : say("calc_about", { value: percent })})`;
  }
  const places = new Map([...section.querySelectorAll("[data-result]")].map((place) => [place.dataset.result, place]));
  for (const result of odds.results) {
    const place = places.get(result.name);
    if (place) place.textContent = worded(result, odds.exact);
  }
}

// Why the numbers are not those of the fields; no words: they are.
export function remark(section, words) {
  const place = section.querySelector(".widget-expected");
  place.querySelector(".widget-remark")?.remove();
  if (words) place.prepend(element("p", { class: "widget-remark" }, words));
}

// A result's odds -> `4 to 23, average 13.5`, the one value that it can have, or each of few words with its chance.
export function worded({ odds, unit }, exact) {
  if (odds === null) return say("calc_never");
  const { rows } = odds;
  const with_unit = (text) => (unit ? `${text} ${unit}` : text);
  if (rows.length === 1 && odds.left_out === 0) return with_unit(rows[0].value);
  if (odds.average === null || !("at_least" in rows[0])) return rows.slice(0, 6).map(({ value, percent }) => `${value} (${percent})`).join(", ");
  const average = exact ? odds.average : say("calc_about", { value: odds.average });
  const [low, high] = odds.left_out === 0 ? [rows[0].value, rows.at(-1).value] : [number(odds.min), number(odds.max)];
  return with_unit(say("calc_spread", { low, high, average }));
}

function number(value) {
  return String(value).replace("-", "−");
}
