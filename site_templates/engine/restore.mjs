// Pyodide's runtime and a snapshot -> the engine's door, in a Python whose memory was restored. Pyodide's own way has
// Python compile some lines first, which takes a browser as long as all the rest: most of Python's compiler is then
// compiled to machine code, and no request needs it. So the snapshot has the door where it is found without any.
import { decompress } from "fzstd";

// Pyodide's ways to start, the snapshot -> the door; null where there is no snapshot.
/** @param {Runtime} runtime @param {Promise<PackedMemory | null>} snapshot */
export async function restore({ loadPyodide, createPyodideModule, options }, snapshot) {
  const settings = await settingsOf(loadPyodide, options);
  // It needs no files and loads no packages, and its program was run when the snapshot was made.
  delete settings.API.lockFilePromise;
  const started = createPyodideModule({ ...settings, preRun: [], noInitialRun: true });
  const [python, memory] = await Promise.all([started, snapshot]);
  if (memory === null) return null;
  const { API } = python;
  // Without its pages: what Pyodide itself reads of a snapshot is checked and taken from the head.
  const objects = API.restoreSnapshot(memory.head);
  memory.write(python.HEAPU8, endOfHeap(python));
  python._jslib_init();
  python._init_pyodide_proxy();
  python.runtimeKeepalivePush();
  giveObjects(python, objects);
  return API._pyodide.door;
}

// What Pyodide would start its runtime with; it is left waiting for it.
/** @param {Runtime["loadPyodide"]} loadPyodide @param {object} options @returns {Promise<any>} */
function settingsOf(loadPyodide, options) {
  return new Promise((take, fail) => {
    const createPyodideModule = (/** @type {object} */ settings) => {
      take(settings);
      return new Promise(() => {});
    };
    loadPyodide({ ...options, createPyodideModule }).catch(fail);
  });
}

// Whatever the runtime has written so far is below it.
/** @param {any} python */
function endOfHeap({ HEAPU32, ___heap_base: base, _emscripten_get_sbrk_ptr: end }) {
  return Math.max(base, HEAPU32[end() >>> 2]);
}

// Python's memory knows objects of the script by their numbers: those that Pyodide always has, and those that Python had
// asked for when the snapshot was made.
/** @param {any} python @param {{ hiwireKeys: any[], immortalKeys: string[] }} objects */
function giveObjects({ API, __hiwire_set: set, __hiwire_immortal_add: addLasting }, { hiwireKeys, immortalKeys }) {
  API.public_api = {};
  const asked = hiwireKeys.map((key) => {
    if (!key) return key;
    if ("path" in key) return key.path.reduce((/** @type {any} */ of, /** @type {string} */ name) => of[name], self) ?? null;
    if ("abortSignalAny" in key) return API.abortSignalAny;
    if ("API" in key) return API;
    throw new Error("the snapshot holds an object that cannot be restored");
  });
  [...API.getExpectedKeys(), ...asked].forEach((value, number) => {
    if (set(number, value) < 0) throw new Error("an object of the snapshot cannot be restored");
  });
  for (const key of immortalKeys) addLasting(key);
}

// A packed snapshot -> Python's memory as it was. Two thirds of that memory are empty pages, which are left out of the
// packed form (see snapshot.py): four-byte numbers first, MAGIC, bytes of Pyodide's head, runs, and for each run its first
// page and its number of pages; then that head, and the pages of all runs.

const MAGIC = 0x4d454d53;
const PAGE = 4096;

// In one go, when all of it has arrived: meanwhile browsers compile WebAssembly, and bit by bit takes twice as long.
/** @param {Response} response */
export async function inflate(response) {
  return /** @type {Uint8Array<ArrayBuffer>} */ (decompress(new Uint8Array(await response.arrayBuffer())));
}

// -> Pyodide's head, and `write(memory, written)`: fills a memory that holds something up to `written` and is empty above.
// Pages that are empty in both are not touched: then a browser gives them no room.
/** @param {Uint8Array<ArrayBuffer>} packed @returns {PackedMemory} */
export function unpackMemory(packed) {
  const numbers = new Uint32Array(packed.buffer, packed.byteOffset, packed.byteLength >>> 2);
  const [magic, head, runs] = numbers;
  const start = 4 * (3 + 2 * runs);
  if (magic !== MAGIC) throw new Error("this is not a packed memory");
  return {
    head: packed.subarray(start, start + head),
    write(memory, written) {
      let from = start + head;
      let done = 0;
      for (let run = 0; run < runs; run++) {
        const [first, count] = numbers.subarray(3 + 2 * run, 5 + 2 * run);
        const length = count * PAGE;
        memory.fill(0, done, Math.max(done, Math.min(first * PAGE, written)));
        memory.set(packed.subarray(from, from + length), first * PAGE);
        from += length;
        done = first * PAGE + length;
      }
      memory.fill(0, done, Math.max(done, written));
      if (from !== packed.length) throw new Error("the packed memory is incomplete");
    },
  };
}
