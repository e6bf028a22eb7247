// The engine's own files -> responses that are what they should be, and the browser's cache of them. Hosts answer in many
// wrong ways: a page that says "not found" with status 200, half a file, the wrong type. Caught here, each is a message;
// caught later, a hang.

const WASM = "application/wasm";
// How often progress is reported.
const STEPS = 100;
// Firefox before 153 compiles nothing more in a tab once a worker there was stopped while it compiled a stream: all it
// takes is a reader who goes on to the next page. It gets all the bytes at once.
const STALLS = Number(/Firefox\/(\d+)/.exec(navigator.userAgent)?.[1]) < 153;
// Taken now: start.mjs later replaces it with a narrower one, for Pyodide.
const fetchFromSite = self.fetch.bind(self);

export class Unavailable extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.name = "Unavailable";
    this.code = code;
  }
}

// A file's { path, size } -> its response, checked as far as can be told before its bytes are here.
/** @param {ListedFile} file @param {string} base @param {{ fresh?: boolean }} [more] */
export async function fetchOwn(file, base, { fresh = false } = {}) {
  const address = new URL(file.path, base);
  if (!fresh) return checked(file, await answered(address, "default"));
  try {
    return checked(file, await answered(address, "reload"));
  } catch (error) {
    if (error instanceof Unavailable && error.code === "unreachable") throw error;
    // A proxy between the browser and the host may have cached the failure as well.
    address.search = `?${crypto.randomUUID()}`;
    return checked(file, await answered(address, "reload"));
  }
}

/** @param {ListedFile} file @param {Response} response */
function checked(file, response) {
  if (!response.ok) throw new Unavailable("missing", `a part of the dice engine is missing here (${response.status})`);
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/html")) {
    throw new Unavailable("missing", "a part of the dice engine is missing here (a page came instead)");
  }
  // With a content encoding the length is that of the compressed bytes, which only the host knows.
  const length = response.headers.get("content-length");
  if (length !== null && !response.headers.has("content-encoding") && Number(length) !== file.size) throw damaged();
  return response;
}

// Where to report how much of all files has arrived -> a function that expects one more, given its size and how many bytes
// of it a host that compresses sends. It returns `none()`, for a file that need not be fetched after all, and `of(response)`,
// which is that response, counted.
/** @param {(progress: { arrived: number, coming: number, took: number }) => void} tell */
export function makeCounter(tell) {
  /** @type {{ coming: number, unpacked: number, size: number }[]} */
  const files = [];
  const from = performance.now();
  let told = 0;
  const count = (always = false) => {
    const coming = sum(files, (file) => file.coming);
    const arrived = Math.round(sum(files, (file) => (file.coming * file.unpacked) / file.size));
    if (!always && arrived < coming && arrived - told < coming / STEPS) return;
    told = arrived;
    tell({ arrived, coming, took: performance.now() - from });
  };
  return (/** @type {number} */ size, travels = size) => {
    const file = { coming: travels, unpacked: 0, size };
    files.push(file);
    count(true);
    /** @param {Uint8Array} chunk @param {TransformStreamDefaultController} controller */
    const transform = (chunk, controller) => {
      controller.enqueue(chunk);
      file.unpacked += chunk.length;
      count();
    };
    return {
      none() {
        file.coming = 0;
        count(true);
      },
      /** @param {Response} response */
      of(response) {
        // A host that compresses says how many bytes it sends; the ones counted here are those they unpack to.
        file.coming = Number(response.headers.get("content-length") ?? size);
        return new Response(response.body?.pipeThrough(new TransformStream({ transform })), response);
      },
    };
  };
}

/** @template File @param {File[]} files @param {(file: File) => number} value */
function sum(files, value) {
  return files.reduce((total, file) => total + value(file), 0);
}

// A file's { path, size } -> its bytes, all of them.
/** @param {ListedFile} file @param {string} base @param {{ fresh?: boolean }} options */
export async function fetchBytes(file, base, options) {
  const response = await fetchOwn(file, base, options);
  const bytes = new Uint8Array(await response.arrayBuffer().catch(() => {
    throw damaged();
  }));
  if (bytes.length !== file.size) throw damaged();
  return bytes;
}

// WebAssembly is compiled while it arrives, which browsers refuse to do without its type; not every host knows that.
/** @param {Response} response */
export async function compileModule(response) {
  try {
    if (STALLS) return await WebAssembly.compile(await response.arrayBuffer());
    return await WebAssembly.compileStreaming(isTyped(response) ? response : typed(response.body));
  } catch {
    throw damaged();
  }
}

/** @param {BodyInit | null} body */
export function typed(body) {
  return new Response(body, { headers: { "content-type": WASM } });
}

/** @param {Response} response */
function isTyped(response) {
  return (response.headers.get("content-type") ?? "").startsWith(WASM);
}

// An address of this site -> whatever the host answers.
/** @param {string | URL} address @param {RequestCache} cache */
export async function answered(address, cache) {
  try {
    return await fetchFromSite(address, { cache, credentials: "same-origin" });
  } catch {
    throw new Unavailable("unreachable", "the dice engine could not be fetched: no connection, or something blocks it");
  }
}

function damaged() {
  return new Unavailable("damaged", "a part of the dice engine arrived damaged");
}

// What took long once is cached under its address, so that the next page starts several times faster: the browser finds the
// compiled form of WebAssembly by it, and the snapshot is cached inflated. The service worker fills the same cache. Every
// address contains a hash, so nothing in it goes stale; storage may be forbidden or full, which is fine. Any script of this
// origin can write into it, so a cached file is used only if its bytes are those that were built.

const CACHE = "rollbook-files";

// A file's address and what to make of its response -> that; undefined if nothing sound was cached.
/** @template Made @param {string | URL} address @param {(response: Response) => Promise<Made>} make @returns {Promise<Made | undefined>} */
export async function cached(address, make) {
  try {
    const found = await (await caches.open(CACHE)).match(address);
    return found && (await make(found));
  } catch (error) {
    console.info("The cached engine is of no use; it is fetched again.", error);
    await removeFromCache(address);
    return undefined;
  }
}

/** @param {string | URL} address @param {Response} response */
export async function addToCache(address, response) {
  try {
    await (await caches.open(CACHE)).put(address, response);
  } catch (error) {
    console.info("The engine could not be cached for the next page.", error);
  }
}

// A digest and bytes, or a promise of them -> the same bytes; fails if their digest is another. A page without a secure
// connection has no digests, and no cache that anybody could write into either.
/** @template {ArrayBuffer | Uint8Array<ArrayBuffer>} Bytes @param {string} sha256 @param {Bytes | Promise<Bytes>} bytes @returns {Promise<Bytes>} */
export async function proven(sha256, bytes) {
  const given = await bytes;
  if (!crypto.subtle) return given;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", given));
  if (hex(digest) !== sha256) throw new Error("these are not the bytes that were built");
  return given;
}

/** @param {string | URL} address */
export async function removeFromCache(address) {
  try {
    await (await caches.open(CACHE)).delete(address);
  } catch {
    // Then nothing was cached either.
  }
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
