// The engine's own files -> responses that are what they should be. Hosts answer in many wrong ways: a page that says
// "not found" with status 200, half a file, the wrong type. Found here, each is a message; found later, a hang.

const WASM = "application/wasm";
// How often it is told what has arrived.
const STEPS = 100;
// Firefox 140 (153 no more) compiles nothing in a tab again once a worker there was ended while it compiled what came in:
// all it takes is a reader who goes on to the next page. It gets all the bytes at once.
const STALLS = Number(/Firefox\/(\d+)/.exec(navigator.userAgent)?.[1]) < 153;
// Kept: start.mjs later leaves Pyodide a narrower one.
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
    // Somebody between the browser and the host may have kept the failure as well.
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

// Whom to tell what has arrived of all files together -> a function that expects one, given its size and what of it
// travels through a host that compresses: it has `none()` for one that need not come after all, and `of(response)`, which is
// that response, counted.
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
        // A host that compresses says how many bytes travel; what is seen here are those that they are unpacked to.
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

// WebAssembly is compiled while it comes in. Not every host knows its type, without which browsers refuse to.
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
