// Times rpg-dice-roller for benchmarks/engine.py: a line "CALLS EXPRESSION" in, the seconds of one roll out.
// Argument: the package.json beside the node_modules that hold it.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const { DiceRoll } = createRequire(process.argv[2])("@dice-roller/rpg-dice-roller");

for await (const line of createInterface({ input: process.stdin })) {
  const [calls, expression] = line.split(" ");
  const start = process.hrtime.bigint();
  let sum = 0;
  for (let call = 0; call < Number(calls); call += 1) sum += new DiceRoll(expression).total;
  const seconds = Number(process.hrtime.bigint() - start) / 1e9 / Number(calls);
  console.log(sum > 0 ? seconds : "nothing was rolled");
}
