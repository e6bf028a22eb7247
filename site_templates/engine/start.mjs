// The files that the manifest names -> the engine's door in a Python: its memory restored from the snapshot where there is
// one, otherwise started from the beginning.
import { Unavailable, addToCache, cached, compileModule, fetchBytes, fetchOwn, makeCounter, proven, removeFromCache, typed } from "./fetch_own.mjs";
import { inflate, restore, unpackMemory } from "./restore.mjs";

const RULES = "/lib/rules.zip";
// An archive with nothing in it, which is all the library that a restored Python needs.
const EMPTY_ZIP = new Uint8Array(22);
EMPTY_ZIP.set([0x50, 0x4b, 5, 6]);

// manifest, the address it is relative to, { fresh, alive, progress } -> { door, restored, cacheForNextPage }
/** @param {Manifest} manifest @param {string} base @param {StartOptions} options */
export async function start(manifest, base, options) {
  /** @type {StartedSite} */
  const site = { manifest, base, options, later: [], expect: makeCounter(options.progress) };
  // All at once: the slowest decides, and none waits for another. The runtime is set up while the snapshot arrives.
  const module = compiled(site).then(options.alive);
  const snapshot = manifest.memory ? memory(site).then(options.alive) : null;
  const runtime = fetchRuntime(site);
  answerPyodide(module, EMPTY_ZIP);
  const restoring = runtime.then((ready) => snapshot && restore(ready, snapshot).catch((error) => unfit(site, error)));
  // Pyodide would wait for ever for a module that cannot be fetched.
  const [restored] = await Promise.all([restoring, module]);

  const cacheForNextPage = () => Promise.all(site.later.map((action) => action()));
  if (restored) return { door: restored, restored: true, cacheForNextPage };
  return { door: await startPlainly(site, module, await runtime), restored: false, cacheForNextPage };
}

/** @param {StartedSite} site @returns {Promise<Runtime>} */
async function fetchRuntime(site) {
  const { manifest, base } = site;
  const parts = [importOwn(site, manifest.pyodide), importOwn(site, manifest.factory)];
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(parts);
  const indexURL = new URL(".", new URL(manifest.pyodide, base)).href;
  return { loadPyodide, createPyodideModule, options: { indexURL, lockFileContents: manifest.lock } };
}

/** @param {StartedSite} given @param {unknown} error */
async function unfit({ manifest, base }, error) {
  console.info("The engine's snapshot does not fit; it starts from the beginning.", error);
  await removeFromCache(inflatedAddress(manifest, base));
  return null;
}

// With a snapshot, the module comes without its first memory, so a start from the beginning takes another module.
/** @param {StartedSite} given @param {Promise<WebAssembly.Module>} module @param {Runtime} runtime @returns {Promise<Door>} */
async function startPlainly({ manifest, base, options }, module, { loadPyodide, createPyodideModule, options: settings }) {
  const [library, rules, whole] = await Promise.all([
    fetchBytes(manifest.library, base, options),
    fetchBytes(manifest.rules, base, options),
    manifest.plain ? fetchOwn(manifest.plain, base, options).then(compileModule) : module,
  ]);
  answerPyodide(whole, library);
  const python = await loadPyodide({ ...settings, createPyodideModule });
  python.FS.writeFile(RULES, rules);
  const sys = python.pyimport("sys");
  sys.path.append(RULES);
  sys.destroy();
  return python.pyimport("engine.browser").Door();
}

/** @param {StartedSite} given */
async function compiled({ manifest, base, options, later, expect }) {
  const address = new URL(manifest.wasm.path, base);
  const coming = expect(manifest.wasm.size, manifest.wasm.travels);
  const ready = options.fresh ? undefined : await cached(address, (response) => {
    coming.none();
    return provenModule(manifest.wasm, response);
  });
  if (ready) return ready;
  const module = await compileModule(coming.of(await fetchOwn(manifest.wasm, base, options)));
  // Fetched once more, from the browser's own cache: making a copy on the side would slow the compilation down.
  later.push(async () => addToCache(address, typed((await fetchOwn(manifest.wasm, base)).body)));
  return module;
}

// Compiled while it is checked, and not run before. The browser finds the compiled form of a cached file, too.
/** @param {{ sha256: string }} given @param {Response} response */
async function provenModule({ sha256 }, response) {
  const bytes = response.clone().arrayBuffer();
  const [module] = await Promise.all([compileModule(response), proven(sha256, bytes)]);
  return module;
}

// A snapshot that cannot be fetched is no reason to fail: null, and the start is a slow one.
/** @param {StartedSite} given */
async function memory({ manifest, base, options, later, expect }) {
  const address = inflatedAddress(manifest, base);
  const coming = expect(manifest.memory.size);
  try {
    const ready = options.fresh ? undefined : await cached(address, (response) => {
      coming.none();
      return provenMemory(manifest.memory, response);
    });
    if (ready) return ready;
    const response = coming.of(await fetchOwn(manifest.memory, base, options));
    const packed = await proven(manifest.memory.inflated, inflate(response));
    later.push(() => addToCache(address, new Response(packed)));
    return unpackMemory(packed);
  } catch (error) {
    console.info("The engine's snapshot cannot be fetched; it starts from the beginning.", error);
    await removeFromCache(address);
    return null;
  }
}

/** @param {{ inflated: string }} given @param {Response} response */
async function provenMemory({ inflated }, response) {
  return unpackMemory(new Uint8Array(await proven(inflated, response.arrayBuffer())));
}

/** @param {Manifest} manifest @param {string} base */
function inflatedAddress(manifest, base) {
  return new URL(`${manifest.memory.path}?inflated`, base);
}

// Pyodide fetches its own parts, and never settles when one of them is bad. Inside this worker, which is its alone, it
// gets what was fetched and checked above, and nothing else.
/** @param {WebAssembly.Module | Promise<WebAssembly.Module>} module @param {Uint8Array<ArrayBuffer>} library */
function answerPyodide(module, library) {
  self.fetch = async (address) => {
    const path = String(address);
    if (path.endsWith(".wasm")) return typed(null);
    if (path.endsWith(".zip")) return new Response(library);
    throw new TypeError(`not a part of the engine: ${path}`);
  };
  // Whoever waits for a bad one reports it; Pyodide would add its own words in the console.
  /** @type {Promise<WebAssembly.Module>} */
  const good = Promise.resolve(module).catch(() => new Promise(() => {}));
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const ready = await good;
    return { module: ready, instance: await WebAssembly.instantiate(ready, imports) };
  };
}

/** @param {StartedSite} given @param {string} path @returns {Promise<any>} */
async function importOwn({ base, options }, path) {
  const url = new URL(path, base);
  // Another address, for a browser that has cached a failure.
  if (options.fresh) url.search = `?${crypto.randomUUID()}`;
  try {
    return options.alive(await import(url.href));
  } catch {
    throw new Unavailable("missing", "a part of the dice engine is missing here, or something blocks it");
  }
}
