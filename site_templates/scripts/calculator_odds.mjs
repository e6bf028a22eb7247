// The odds of a calculator: the chance of each outcome, a chart of each result, and what moving one number does.
import { oddsChart } from "./chart.mjs";
import { element } from "./element.mjs";
import { movePanel } from "./calculator_moves.mjs";
import { percentOf, shareBar } from "./chart_marks.mjs";
import { say } from "./words.mjs";

// The panel, the calculator's section, { ask, request, fields } -> { show(odds) }, for whenever the fields change.
export function fillOdds(panel, section, about) {
  const outcomes = element("div", { class: "odds-outcomes" });
  const results = element("div", { class: "odds-results" });
  const moves = movePanel(section, about);
  const note = element("p", { class: "odds-note" }, say("odds_waiting"));
  panel.replaceChildren(note, outcomes, results, moves.element);
  const charts = new Map();

  return {
    show(odds) {
      if (panel.hidden) return;
      note.textContent = odds.exact ? say("odds_exact") : say("odds_sampled", { samples: odds.samples });
      outcomes.replaceChildren(...(odds.outcomes.length > 1 ? [outcomeTable(odds.outcomes)] : []));
      // A chart stays where it is, so that the reader's choice of at least or at most stays with it.
      for (const result of odds.results.filter(isUncertain)) {
        if (!charts.has(result.name)) charts.set(result.name, oddsChart(titleOf(result)));
        charts.get(result.name).show(result.odds, remark(result));
      }
      results.replaceChildren(...odds.results.filter(isUncertain).map(({ name }) => charts.get(name).element));
      moves.refresh();
    },
  };
}

function isUncertain({ odds }) {
  return odds !== null && odds.rows.length > 1;
}

function titleOf({ label, unit }) {
  return unit ? `${label} (${unit})` : label;
}

// A result that is not always shown: its chart counts only the times when it is.
function remark({ shown }) {
  return shown.percent === "100%" ? "" : say("odds_when_shown", { percent: shown.percent });
}

function outcomeTable(outcomes) {
  const rows = outcomes.map(({ label, percent, exactly }) => element("tr", {},
    element("th", { scope: "row" }, label),
    element("td", { class: "align-right", title: exactly }, percent),
    element("td", { "aria-hidden": "true" }, shareBar(percentOf(percent) / 100))));
  const head = element("tr", {}, element("th", { scope: "col" }, say("odds_outcome")), element("th", { scope: "col", class: "align-right" }, say("odds_chance")), element("td", { "aria-hidden": "true" }));
  return element("table", {}, element("caption", {}, say("odds_outcomes")), element("thead", {}, head), element("tbody", {}, ...rows));
}
