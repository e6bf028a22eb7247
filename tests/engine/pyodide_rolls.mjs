// argv: address of pyodide.mjs, a zip with Python modules, how many rolls. stdout: what many_rolls made of them.
import { readFileSync } from "node:fs";

const [, , pyodide, archive, count] = process.argv;
const { loadPyodide } = await import(pyodide);
const python = await loadPyodide({ stdout: () => {} });
python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip");
const { many_rolls } = python.pyimport("many_rolls");
const { expression, VALUES } = python.pyimport("generate");
process.stdout.write(many_rolls(expression, VALUES, Number(count)));
