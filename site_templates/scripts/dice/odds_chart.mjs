// A chart of odds: a bar for each value, for exactly, at least or at most that much; the same as a table below it.
import { element, unheard } from "../page/element.mjs";
import { decimal, say } from "../page/words.mjs";

const WAYS = ["exactly", "at_least", "at_most"];
// For each way the words of a chance, and the same as a part of the whole.
/** @type {Record<string, "percent" | "at_least" | "at_most">} */
const KEYS = { exactly: "percent", at_least: "at_least", at_most: "at_most" };
/** @type {Record<string, "part" | "at_least_part" | "at_most_part">} */
const PARTS = { exactly: "part", at_least: "at_least_part", at_most: "at_most_part" };
const WIDTH = 600;
const HEIGHT = 190;
const FOOT = 24;
const LEFT = 44;
// Labels below the bars are about so wide, in the drawing's own measure.
const LABEL = 34;
let charts = 0;

// What the odds are of -> { element, show(odds, remark) }; `odds` is the engine's.
/** @param {string} title */
export function oddsChart(title) {
  charts += 1;
  const name = `chart-${charts}`;
  const drawing = element("div", { class: "chart-drawing" });
  const words = element("p", { class: "chart-words" });
  const folded = element("summary", {}, say("chart_table"));
  const table = element("details", { class: "chart-table" }, folded);
  /** @type {Odds} */
  let odds;
  let way = "exactly";
  const choice = wayChoice(name, (next) => {
    way = next;
    draw();
  });
  const draw = () => drawing.replaceChildren(drawn(odds, title, way));
  const figure = element("figure", { class: "chart" }, element("figcaption", {}, title), words, choice, drawing, table);
  return {
    element: figure,
    /** @param {Odds} next @param {string} [remark] */
    show(next, remark = "") {
      odds = next;
      const numeric = "at_least" in odds.rows[0];
      choice.hidden = !numeric;
      if (!numeric) way = "exactly";
      words.textContent = [summary(odds, numeric), remark].filter(Boolean).join(" ");
      draw();
      table.replaceChildren(folded, shownOdds(odds, title));
    },
  };
}

/** @param {string} name @param {(way: string) => void} chosen */
function wayChoice(name, chosen) {
  const options = WAYS.map((way) => {
    const radio = element("input", { type: "radio", name, value: way, checked: way === "exactly", onchange: () => chosen(way) });
    return element("label", {}, radio, ` ${say(`odds_${way}`)}`);
  });
  return element("fieldset", { class: "chart-ways" }, element("legend", { class: "unseen" }, say("chart_ways")), ...options);
}

/** @param {Odds} odds @param {boolean} numeric */
function summary(odds, numeric) {
  const flat = new Set(odds.rows.map(({ percent }) => percent)).size === 1;
  if (flat && numeric) return say("chart_flat", { low: odds.rows[0].value, high: odds.rows[odds.rows.length - 1].value, average: odds.average, percent: odds.rows[0].percent });
  const likeliest = odds.rows.reduce((best, row) => (row.part > best.part ? row : best));
  const common = { value: likeliest.value, percent: likeliest.percent };
  if (!numeric) return say("chart_likeliest", common);
  return say("chart_summary", { low: odds.rows[0].value, high: odds.rows[odds.rows.length - 1].value, average: odds.average, ...common });
}

/** @param {Odds} odds @param {string} title @param {string} way */
function drawn(odds, title, way) {
  const { rows } = odds;
  const heights = rows.map((row) => (row[PARTS[way]] ?? 0) * 100);
  const { top, lines } = scale(Math.max(...heights));
  const room = (WIDTH - LEFT) / rows.length;
  const y = (/** @type {number} */ percent) => HEIGHT - (percent / top) * (HEIGHT - 8);
  const grid = lines.flatMap((line) => [
    svg("line", { class: "grid", x1: LEFT, x2: WIDTH, y1: y(line), y2: y(line) }),
    svg("text", { class: "tick", x: LEFT - 6, y: y(line) + 4, "text-anchor": "end" }, say("percent", { number: decimal(line) })),
  ]);
  const bars = rows.map((row, index) => svg("rect", {
    class: "bar", x: LEFT + index * room + room * 0.1, width: Math.max(room * 0.8, 0.6), y: y(heights[index]), height: Math.max(HEIGHT - y(heights[index]), 0.5),
  }, svg("title", {}, say("titled", { title: row.value, text: row[KEYS[way]] }))));
  const every = Math.ceil(LABEL / room);
  const labels = rows.flatMap((row, index) => (index % every === 0
    ? [svg("text", { class: "tick", x: LEFT + (index + 0.5) * room, y: HEIGHT + FOOT - 8, "text-anchor": "middle" }, row.value)]
    : []));
  const label = say("chart_label", { title, way: say(`odds_${way}`) });
  return svg("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT + FOOT}`, role: "img", "aria-label": label }, ...grid, ...bars, ...labels);
}

// Pieces that charts are drawn of. Drawn as SVG: the page's policy allows no style attributes.

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} tag @param {Attributes} [attributes] @param {...(Node | string)} children */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

// A part of the whole -> a bar of that length.
/** @param {number} part */
export function shareBar(part) {
  const bar = svg("rect", { class: "bar", width: Math.max(part * 100, part > 0 ? 0.7 : 0), height: 8 });
  const whole = svg("rect", { class: "bar-whole", width: 100, height: 8 });
  return svg("svg", { class: "share", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" }, whole, bar);
}

// The highest percentage shown -> a round number above it, and the lines of the grid below it.
/** @param {number} highest */
export function scale(highest) {
  const top = [1, 2, 5, 10, 20, 25, 50, 75, 100].find((step) => step >= highest) ?? 100;
  return { top, lines: [0, top / 2, top] };
}

// Odds as a table with a bar in each row: the chance of exactly, at least and at most each value.

const MOST_ROWS = 120;

// The engine's `odds`, what they are of -> the table in its scrolling region.
/** @param {Odds} odds @param {string} expression */
function shownOdds(odds, expression) {
  const rows = odds.rows.slice(0, MOST_ROWS);
  const most = Math.max(...rows.map(({ part }) => part));
  const numeric = rows.every((row) => "at_least" in row);
  const titles = ["value", "exactly", ...(numeric ? ["at_least", "at_most"] : [])];
  const head = element("tr", {}, ...titles.map((title) => element("th", { scope: "col" }, say(`odds_${title}`))));
  const body = rows.map((row) => element("tr", {},
    element("th", { scope: "row" }, row.value),
    element("td", {}, row.percent, unheard(rowBar(row.part / most))),
    ...(numeric ? [element("td", {}, row.at_least), element("td", {}, row.at_most)] : [])));
  const average = numeric && odds.average !== null ? say("odds_average", { average: odds.average }) : "";
  const estimate = odds.exact ? "" : ` ${say("odds_estimate")}`;
  const left = odds.rows.length - rows.length + odds.left_out;
  const caption = element("caption", {}, say("titled", { title: expression, text: `${average}${estimate}${left > 0 ? ` ${say("odds_left", { count: left })}` : ""}` }));
  const table = element("table", {}, caption, element("thead", {}, head), element("tbody", {}, ...body));
  return element("div", { class: "table-scroll", tabindex: "0", role: "group", "aria-label": say("odds_of", { expression }) }, table);
}

/** @param {number} part */
function rowBar(part) {
  const line = svg("rect", { width: Math.max(part * 100, 0.5), height: 6 });
  return svg("svg", { viewBox: "0 0 100 6", preserveAspectRatio: "none", class: "odds-bar" }, line);
}
