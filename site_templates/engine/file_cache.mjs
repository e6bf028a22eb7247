// What took long once is kept in the browser under its address, so that the next page starts several times faster:
// the compiled form of WebAssembly hangs on it, and the snapshot is kept inflated. The service worker fills the same
// cache. Every address holds a hash, so what is kept never grows stale; storage may be forbidden or full, which is fine.

const CACHE = "rollbook-files";

// A file's address -> the response that was kept, or undefined.
export async function cached(address) {
  try {
    return await (await caches.open(CACHE)).match(address);
  } catch {
    return undefined;
  }
}

export async function addToCache(address, response) {
  try {
    await (await caches.open(CACHE)).put(address, response);
  } catch (error) {
    console.info("The engine could not be kept for the next page.", error);
  }
}

export async function removeFromCache(address) {
  try {
    await (await caches.open(CACHE)).delete(address);
  } catch {
    // Then nothing was kept either.
  }
}
