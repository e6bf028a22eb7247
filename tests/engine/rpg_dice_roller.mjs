// stdin: [{notation, throws: [{sides, face}, ...]}, ...]; stdout: for each {total} or {error}.
// argv[2] is the address of rpg-dice-roller's module: it is not on this file's own path.
import { readFileSync } from "node:fs";

const { DiceRoll, NumberGenerator } = await import(process.argv[2]);

function roll({ notation, throws }) {
  let used = 0;
  NumberGenerator.generator.integer = (low, high) => {
    const thrown = throws[used++];
    if (!thrown) throw new Error("threw more dice than given");
    if (high - low + 1 !== thrown.sides) throw new Error(`threw a d${high - low + 1}, not a d${thrown.sides}`);
    return thrown.face;
  };
  try {
    const { total } = new DiceRoll(notation);
    return used === throws.length ? { total } : { error: `threw ${used} dice, not ${throws.length}` };
  } catch (error) {
    return { error: String(error.message) };
  }
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(roll)));
