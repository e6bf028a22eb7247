// Run by Node's own test runner: the page's thrower against rolls of the engine, and its dice against a source of numbers
// that is no chance at all. PLANS names a file with { rolls, tables }, written by test_throw_plan.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const { carryOut, drawFace, handOf, pickRow } = await import(process.env.THROWER);
const { rolls, tables } = JSON.parse(readFileSync(process.env.PLANS, "utf8"));
const never = () => assert.fail("more dice are thrown than the engine threw");

test(`${rolls.length} rolls come to what the engine says, die by die`, () => {
  for (const { expression, plan, faces, values, total, spans } of rolls) {
    const hand = handOf(faces, never);
    const made = carryOut(plan, hand, values);
    assert.equal(made.total, total, expression);
    assert.deepEqual(hand.faces, faces, expression);
    const shown = made.spans.map(({ kind, start, end, value, dice }) => ({ kind, text: expression.slice(start, end), value, dice: dice.map(bare) }));
    assert.deepEqual(shown, spans.map((span) => ({ ...span, dice: span.dice.map(bare) })), expression);
  }
});

function bare({ sides, face, value, kept, natural }) {
  return { sides, face, value, kept, natural };
}

test(`${tables.length} results pick the engine's row`, () => {
  for (const { rows, natural, total, row } of tables) assert.equal(pickRow(rows, natural, total), row, JSON.stringify({ rows, natural, total }));
});

test("a face is as likely as any other: what is left of the numbers is drawn again", () => {
  const NUMBERS = 2 ** 32;
  for (const sides of [1, 2, 3, 6, 7, 10, 20, 100, 999_983, 1_000_000]) {
    const whole = NUMBERS - (NUMBERS % sides);
    // The last number of the last whole set counts; all beyond it are refused.
    assert.equal(drawFace(sides, source([whole - 1])), sides);
    if (whole < NUMBERS) assert.equal(drawFace(sides, source([whole, NUMBERS - 1, 0])), 1);
    // From any first number on, the next so many give each face once.
    const faces = new Set(Array.from({ length: Math.min(sides, 1000) }, (_, step) => drawFace(sides, source([5 + step]))));
    assert.equal(faces.size, Math.min(sides, 1000));
  }
});

function source(numbers) {
  const left = [...numbers];
  return () => left.shift() ?? assert.fail("too many numbers were drawn");
}

test("what has fallen stays, and more is drawn only beyond it", () => {
  const hand = handOf([4, 2], () => 6);
  assert.deepEqual([hand.next(6), hand.next(6), hand.next(6)], [4, 2, 6]);
  assert.deepEqual(hand.faces, [4, 2, 6]);
});
