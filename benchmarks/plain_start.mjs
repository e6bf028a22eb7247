// What the engine's start is measured against: Pyodide as it comes, the engine's sources, one roll.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
const archive = await (await fetch(new URL("engine.zip", import.meta.url))).arrayBuffer();
python.unpackArchive(archive, "zip");
const door = python.pyimport("engine.browser").Door();
postMessage(door.answer(JSON.stringify({ kind: "roll", expression: "3d6", seed: 1 })));
