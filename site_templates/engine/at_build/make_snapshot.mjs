// node make_snapshot.mjs PYODIDE WORK: the engine's sources in WORK/engine.zip, the lean runtime in WORK/lean -> in WORK
//   python_stdlib.zip, rules.zip   bytecode of exactly the modules that the engine needs, for a start without snapshot
//   memory.bin                     the memory of a Python that has imported them all, without what nobody needs
// Two starts: the first, of all of Pyodide, finds out what is imported and compiles it, and where the module's own memory
// holds what nobody reads; the second, of the runtime that browsers get, imports that and is kept.
import crypto from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// Before Pyodide is imported, clock and chance are taken away from this Node, so that the same input gives the same snapshot.
// Nothing secret is lost: every reader's engine is seeded anew after it was restored.

const NOON = Date.UTC(2000, 0, 1, 12);

Date.now = () => NOON;
performance.now = () => 0;
Math.random = () => 0.5;

let state = 1;
crypto.randomFillSync = (view) => {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let i = 0; i < bytes.length; i++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    bytes[i] = state >>> 16;
  }
  return view;
};

const [pyodideFolder, work] = process.argv.slice(2);
// Python's memory holds the name of this program, which would differ from one folder to another.
process.argv.splice(1, Infinity, "rollbook");
const { loadPyodide } = await import(pathToFileURL(join(pyodideFolder, "pyodide.mjs")).href);

const LIBRARY = "/lib/python314.zip";
const RULES = "/lib/rules.zip";
const beside = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
const bytes = (path) => new Uint8Array(readFileSync(path));

// A snapshot keeps the environment too, so it is the same whoever builds.
// Without debug ranges a line of code knows its number but not its columns, which only reports of errors would show.
const ENV = { HOME: "/home/pyodide", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" };

async function startPython(rulesPath, options) {
  const python = await loadPyodide({ env: { ...ENV }, ...options });
  python.FS.writeFile(RULES, bytes(rulesPath));
  const sys = python.pyimport("sys");
  sys.path.append(RULES);
  sys.destroy();
  return python;
}

// A Python file beside this one, run in a namespace of its own that is then gone -> what `take` takes from it.
function runFile(python, name, take = () => {}) {
  const globals = python.globals.get("dict")();
  python.runPython(beside(name), { filename: name, globals });
  const taken = take(globals);
  globals.destroy();
  return taken;
}

async function compileModules() {
  const python = await startPython(join(work, "engine.zip"), {});
  runFile(python, "warm_up.py");
  runFile(python, "pack_modules.py", (globals) => {
    const pack = globals.get("pack_modules");
    writeFileSync(join(work, "python_stdlib.zip"), pack(LIBRARY).toJs());
    writeFileSync(join(work, "rules.zip"), pack(RULES).toJs());
  });
  return runFile(python, "find_unread.py", (globals) => globals.get("find_unread")().toJs());
}

async function keepMemory(unread) {
  const lean = { indexURL: join(work, "lean"), stdLibURL: join(work, "python_stdlib.zip") };
  const python = await startPython(join(work, "rules.zip"), { ...lean, _makeSnapshot: true });
  // Everything is imported now: after a restore there is no library to import from.
  runFile(python, "warm_up.py");
  runFile(python, "leave_out.py");
  const snapshot = python.makeMemorySnapshot();
  emptyFreeMemory(snapshot, python._module);
  emptyUnread(snapshot, python._module, unread);
  writeFileSync(join(work, "memory.bin"), snapshot);
}

// Freed memory still holds its old content, which nobody will read and everybody would fetch. The heap is a row of pieces, as
// dlmalloc lays them out: the size of each is four bytes after its beginning, with a bit that says whether it is used. A
// free one begins with links to others.
function emptyFreeMemory(snapshot, module) {
  const numbers = new Uint32Array(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength >>> 2);
  const from = numbers[1];
  const at = (address) => numbers[(from + address) >>> 2];
  const end = at(module._emscripten_get_sbrk_ptr());
  let piece = module.___heap_base;
  while (piece < end) {
    const size = at(piece + 4) & ~7;
    if (size < 16) break;
    const links = size < 256 ? 16 : 32;
    const isFree = (at(piece + 4) & 2) === 0;
    // The last one is the end of the heap itself.
    if (isFree && piece + size < end) snapshot.fill(0, from + piece + links, from + piece + size);
    piece += size;
  }
  if (piece !== end) throw new Error("the heap is not laid out as it was when this was written");
}

// Tables in the module's own memory, below the heap.
function emptyUnread(snapshot, module, unread) {
  const [, from] = new Uint32Array(snapshot.buffer, snapshot.byteOffset, 2);
  for (const [address, size] of unread) {
    if (!(address > 0 && size > 0 && address + size <= module.___heap_base)) {
      throw new Error("the module's tables are not laid out as they were when this was written");
    }
    snapshot.fill(0, from + address, from + address + size);
  }
}

// Left to itself, Node would show a failure by the line of code: all of Pyodide, which is a megabyte in one line.
const shown = (error) => {
  console.error(error.message);
  return 1;
};
const status = await compileModules().then(keepMemory).then(() => 0, shown);
// Pyodide leaves handles open that would keep Node waiting.
process.exit(status);
