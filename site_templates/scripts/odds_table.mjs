// Odds as a table with a bar in each row: the chance of exactly, at least and at most each value.
import { element, unheard } from "./element.mjs";
import { say } from "./words.mjs";

const MOST_ROWS = 120;
const SVG = "http://www.w3.org/2000/svg";

// The engine's `odds`, what they are of -> the table in its scrolling region.
export function shownOdds(odds, expression) {
  const rows = odds.rows.slice(0, MOST_ROWS);
  const most = Math.max(...rows.map(({ part }) => part ?? 0));
  const numeric = rows.every((row) => "at_least" in row);
  const titles = ["value", "exactly", ...(numeric ? ["at_least", "at_most"] : [])];
  const head = element("tr", {}, ...titles.map((title) => element("th", { scope: "col" }, say(`odds_${title}`))));
  const body = rows.map((row) => element("tr", {},
    element("th", { scope: "row" }, row.value),
    element("td", {}, row.percent, unheard(bar((row.part ?? 0) / most))),
    ...(numeric ? [element("td", {}, row.at_least), element("td", {}, row.at_most)] : [])));
  const average = numeric && odds.average !== null ? say("odds_average", { average: odds.average }) : "";
  const estimate = odds.exact ? "" : ` ${say("odds_estimate")}`;
  const left = odds.rows.length - rows.length + odds.left_out;
  const caption = element("caption", {}, `${expression}: ${average}${estimate}${left > 0 ? ` ${say("odds_left", { left })}` : ""}`);
  const table = element("table", {}, caption, element("thead", {}, head), element("tbody", {}, ...body));
  return element("div", { class: "table-scroll", tabindex: "0", role: "group", "aria-label": say("odds_of", { expression }) }, table);
}

// Drawn, not styled: the page's policy allows no style attributes.
function bar(part) {
  const svg = document.createElementNS(SVG, "svg");
  const line = document.createElementNS(SVG, "rect");
  svg.setAttribute("viewBox", "0 0 100 6");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("class", "odds-bar");
  line.setAttribute("width", String(Math.max(part * 100, 0.5)));
  line.setAttribute("height", "6");
  svg.append(line);
  return svg;
}
