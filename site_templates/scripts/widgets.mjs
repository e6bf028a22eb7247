// Calculators, worked examples and character sheets, for pages that have one.
import { enlivenCalculators, fillFromSheet } from "./calculators.mjs";
import { enlivenExamples } from "./examples.mjs";
import { enlivenSheets, openSheets } from "./sheets.mjs";

// Once, when the first page with one of them is opened.
export function enlivenWidgets(desk) {
  enlivenCalculators(desk);
  enlivenExamples(desk);
  enlivenSheets(desk);
}

// For every page with one of them.
export function openWidgets(desk) {
  openSheets(desk);
  fillFromSheet(desk);
}
