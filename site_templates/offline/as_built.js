// What proves that a file is the one that was built: its bytes and its type. The build appends this text to
// service_worker.js, as one script.
/* exported sound, fetched */

// A file and what the cache has of it -> that response if it is what was built; undefined otherwise. It is handed on as it
// is, since the browser ties its compiled form of a script to it: so it must be one that was made here, with nothing added.
/** @param {ShelfFile} file @param {Response | undefined} response */
async function sound(file, response) {
  if (!response || response.status !== 200 || response.url !== "") return undefined;
  if ([...response.headers].join() !== `content-type,${typeOf(file.path)}`) return undefined;
  return (await sha256(await response.clone().arrayBuffer())) === file.sha256 ? response : undefined;
}

// A file -> its response, with exactly the bytes that were built: a host may be in the middle of an update. Anything else may
// be an old failure that the browser, or a proxy between it and the host, has cached: an address that is new to both gets
// past them.
/** @param {ShelfFile} file @param {string} address */
async function fetched(file, address) {
  const bytes =
    (await builtBytes(file, address, isHashed(file.path) ? "default" : "no-cache")) ??
    (await builtBytes(file, `${address}?${Date.now()}`, "reload"));
  if (!bytes) throw new Error(`not what was built: ${file.path}`);
  return new Response(bytes, { headers: { "content-type": typeOf(file.path) } });
}

// A file, an address of it, how fetch uses the browser's cache -> its bytes, if they are what was built.
/** @param {ShelfFile} file @param {string} address @param {RequestCache} cache */
async function builtBytes(file, address, cache) {
  try {
    const response = await fetch(address, { cache, priority: "low", credentials: "same-origin" });
    const bytes = await response.arrayBuffer();
    return response.ok && (await sha256(bytes)) === file.sha256 ? bytes : null;
  } catch {
    return null;
  }
}

// The ending of a name -> its type, whatever a host or a cached response says. A file with another ending is only data.
/** @type {Record<string, string>} */
const TYPES = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  json: "application/json",
  webmanifest: "application/manifest+json",
  wasm: "application/wasm",
  woff2: "font/woff2",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
};

/** @param {string} path */
function typeOf(path) {
  return TYPES[path.slice(path.lastIndexOf(".") + 1).toLowerCase()] ?? "application/octet-stream";
}

/** @param {ArrayBuffer} bytes */
async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
