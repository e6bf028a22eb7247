// A packed snapshot -> Python's memory as it was. Two thirds of that memory are empty pages, which are left out of the
// packed form (see snapshot.py): four-byte numbers first, MAGIC, bytes of Pyodide's head, runs, and for each run its first
// page and its number of pages; then that head, and the pages of all runs.
import { decompress } from "fzstd";

const MAGIC = 0x4d454d53;
const PAGE = 4096;

// At once, when all has come: browsers compile WebAssembly beside it meanwhile, and bit by bit takes twice as long.
/** @param {Response} response */
export async function inflate(response) {
  return /** @type {Uint8Array<ArrayBuffer>} */ (decompress(new Uint8Array(await response.arrayBuffer())));
}

// -> Pyodide's head, and `write(memory, written)`: fills a memory that holds something up to `written` and is empty above.
// Pages that are empty in both are not touched: a browser gives them no room then.
/** @param {Uint8Array<ArrayBuffer>} packed @returns {PackedMemory} */
export function unpackMemory(packed) {
  const numbers = new Uint32Array(packed.buffer, packed.byteOffset, packed.byteLength >>> 2);
  const [magic, head, runs] = numbers;
  const start = 4 * (3 + 2 * runs);
  if (magic !== MAGIC) throw new Error("this is no packed memory");
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
