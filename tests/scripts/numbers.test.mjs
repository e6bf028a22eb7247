// Numbers between a reader, the engine and a drawing; and questions that wait until a reader has stopped typing.
import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { scale } from "../../site_templates/scripts/dice/odds_chart.mjs";
import { inWay, planOf } from "../../site_templates/scripts/dice/throw_plan.mjs";
import { provideValues, remember, valuesFor, wholeNumber } from "../../site_templates/scripts/dice/values.mjs";
import { debounce } from "../../site_templates/scripts/calculator/fields.mjs";

test("what a reader typed is a whole number within bounds", () => {
  assert.deepEqual(["3", " -2.9 ", "", "x", "1e9", "-1e9"].map(wholeNumber), [3, -2, 0, 0, 1_000_000, -1_000_000]);
});

test("a name stands for the sheet's number, then for what was typed, then for 0", () => {
  provideValues((book) => (book === "mine" ? { level: 3, title: "Sir" } : {}));
  remember("mine", "luck", 2);
  assert.deepEqual(valuesFor(["level", "luck", "title", "toString"], "mine"), [
    { name: "level", value: 3, sheet: true, known: true },
    { name: "luck", value: 2, sheet: false, known: true },
    { name: "title", value: 0, sheet: false, known: false },
    { name: "toString", value: 0, sheet: false, known: false },
  ]);
  assert.deepEqual(valuesFor(["level"], null), [{ name: "level", value: 0, sheet: false, known: false }]);
});

test("a scale ends at a round number above the highest bar", () => {
  assert.deepEqual([0.4, 1, 12.5, 27, 100].map((highest) => scale(highest).top), [1, 1, 20, 50, 100]);
  assert.deepEqual(scale(12.5).lines, [0, 10, 20]);
});

test("a plan is read with care, and taken twice for advantage", () => {
  const pressed = (plan) => ({ dataset: { throw: plan } });
  assert.deepEqual([planOf(pressed("[5]")), planOf(pressed("[")), planOf(pressed(undefined)), planOf(pressed(`[${"1,".repeat(20_000)}1]`))], [[5], null, null, null]);
  assert.deepEqual(inWay([5], "adv", "adv(5)"), [{ f: "adv", x: 1, a: [[5]], at: [0, 6] }]);
  assert.deepEqual([inWay([5], "", "5"), inWay(null, "adv", "x")], [[5], null]);
});

test("of questions that pile up one is asked at a time, and of the rest the last", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const answers = [];
  let asked = 0;
  const ask = debounce(() => new Promise((answer) => {
    asked += 1;
    answers.push(answer);
  }), 100);
  ask();
  mock.timers.tick(50);
  ask();
  mock.timers.tick(99);
  assert.equal(asked, 0);
  mock.timers.tick(1);
  assert.equal(asked, 1);
  for (let count = 0; count < 3; count++) {
    ask();
    mock.timers.tick(100);
  }
  assert.equal(asked, 1);
  answers[0]();
  await new Promise(setImmediate);
  assert.equal(asked, 2);
  mock.timers.reset();
});
