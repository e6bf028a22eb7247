// A packed snapshot -> Python's memory as it was. Two thirds of that memory are empty pages, which are left out of the
// packed form (see snapshot.py): four-byte numbers first, MAGIC, bytes in all, runs, and for each run its first
// page and its number of pages; then the pages of all runs.
import { decompress } from "fzstd";

const MAGIC = 0x4d454d52;
const PAGE = 4096;

// At once, when all has come: browsers compile WebAssembly beside it meanwhile, and bit by bit takes twice as long.
/** @param {Response} response */
export async function inflate(response) {
  return /** @type {Uint8Array<ArrayBuffer>} */ (decompress(new Uint8Array(await response.arrayBuffer())));
}

/** @param {Uint8Array} packed */
export function unpackMemory(packed) {
  const numbers = new Uint32Array(packed.buffer, packed.byteOffset, packed.byteLength >>> 2);
  const [magic, size, runs] = numbers;
  if (magic !== MAGIC) throw new Error("this is no packed memory");
  const memory = new Uint8Array(Math.ceil(size / PAGE) * PAGE);
  let from = 4 * (3 + 2 * runs);
  for (let run = 0; run < runs; run++) {
    const length = numbers[4 + 2 * run] * PAGE;
    memory.set(packed.subarray(from, from + length), numbers[3 + 2 * run] * PAGE);
    from += length;
  }
  if (from !== packed.length) throw new Error("the packed memory is incomplete");
  return memory.subarray(0, size);
}
