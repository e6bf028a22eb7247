// argv: address of pyodide.mjs, path of a lock file, path of a rules.json, Python to run. stdout: what it evaluates to.
import { readFileSync } from "node:fs";

const [, , pyodide, lockFileURL, rules, code] = process.argv;
const { loadPyodide } = await import(pyodide);
const python = await loadPyodide({ lockFileURL, stdout: () => {} });
await python.loadPackage("rollbook-engine");
python.globals.set("rules", readFileSync(rules, "utf8"));
process.stdout.write(python.runPython(code));
