// The engine's own files -> responses that are what they should be. Hosts answer in many wrong ways: a page that says
// "not found" with status 200, half a file, the wrong type. Found here, each is a message; found later, a hang.

const WASM = "application/wasm";
// Kept: start.mjs later leaves Pyodide a narrower one.
const fetchFromSite = self.fetch.bind(self);

export class Unavailable extends Error {
  constructor(code, message) {
    super(message);
    this.name = "Unavailable";
    this.code = code;
  }
}

// A file's { path, size } -> its response, checked as far as can be told before its bytes are here.
export async function fetchOwn(file, base, { fresh = false } = {}) {
  const response = await answered(new URL(file.path, base), fresh ? "reload" : "default");
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

// A file's { path, size } -> its bytes, all of them.
export async function fetchBytes(file, base, options) {
  const response = await fetchOwn(file, base, options);
  const bytes = new Uint8Array(await response.arrayBuffer().catch(() => Promise.reject(damaged())));
  if (bytes.length !== file.size) throw damaged();
  return bytes;
}

// WebAssembly is compiled while it comes in. Not every host knows its type, without which browsers refuse to.
export async function compileModule(response) {
  try {
    return await WebAssembly.compileStreaming(isTyped(response) ? response : typed(response.body));
  } catch {
    throw damaged();
  }
}

export function typed(body) {
  return new Response(body, { headers: { "content-type": WASM } });
}

function isTyped(response) {
  return (response.headers.get("content-type") ?? "").startsWith(WASM);
}

// An address of this site -> whatever the host answers.
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
