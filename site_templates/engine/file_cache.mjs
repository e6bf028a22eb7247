// What took long once is kept in the browser under its address, so that the next page starts several times faster:
// the compiled form of WebAssembly hangs on it, and the snapshot is kept inflated. The service worker fills the same
// cache. Every address holds a hash, so what is kept never grows stale; storage may be forbidden or full, which is fine.
// Any script of this origin can write into it, so what was kept is used only if its bytes are those that were built.

const CACHE = "rollbook-files";

// A file's address and what to make of its response -> that; undefined where nothing was kept, or nothing sound.
/** @template Made @param {string | URL} address @param {(response: Response) => Promise<Made>} make @returns {Promise<Made | undefined>} */
export async function cached(address, make) {
  try {
    const found = await (await caches.open(CACHE)).match(address);
    return found && (await make(found));
  } catch (error) {
    console.info("What was kept of the engine is of no use; it is fetched again.", error);
    await removeFromCache(address);
    return undefined;
  }
}

/** @param {string | URL} address @param {Response} response */
export async function addToCache(address, response) {
  try {
    await (await caches.open(CACHE)).put(address, response);
  } catch (error) {
    console.info("The engine could not be kept for the next page.", error);
  }
}

// A digest and bytes, or a promise of them -> the same bytes; fails where they have another. A page without a secure
// connection has no digests, and no cache that anybody could write into either.
/** @template {ArrayBuffer | Uint8Array<ArrayBuffer>} Bytes @param {string} sha256 @param {Bytes | Promise<Bytes>} bytes @returns {Promise<Bytes>} */
export async function proven(sha256, bytes) {
  const given = await bytes;
  if (!crypto.subtle) return given;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", given));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (found !== sha256) throw new Error("these are not the bytes that were built");
  return given;
}

/** @param {string | URL} address */
export async function removeFromCache(address) {
  try {
    await (await caches.open(CACHE)).delete(address);
  } catch {
    // Then nothing was kept either.
  }
}
