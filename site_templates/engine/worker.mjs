// Carries requests to the engine's door and answers back, one after the other. Messages in:
//   { start: { fresh, sign } }       once, first
//   { load: { book, address } }      a book's rules, answered as the door answers
//   { ask: request }                 answered as the door answers
// and out: { holds: sign }, { alive } and { progress } while it starts, { started: { restored, took } }, { answer: JSON text }, and
// at its end { failed: { code, message } }. The build puts `const MANIFEST = …` above this text (see browser.py):
// where everything is, and how long it is. It is packed into one file with what it imports, so that a file which a browser
// remembers as missing can be fetched under another address.
import { Unavailable, answered, hex } from "./fetch_own.mjs";
import { start } from "./start.mjs";

const SEED_BYTES = 32;

/** @type {Door} */
let door;

self.onmessage = async ({ data }) => {
  try {
    if (data.start) await begin(data.start);
    else if (data.load) postMessage({ answer: await load(data.load) });
    else postMessage({ answer: ask(data.ask) });
  } catch (error) {
    // The door never raises: if we get here, Python itself broke, and it stays broken.
    postMessage({ failed: explained(error) });
  }
};

/** @param {{ fresh: boolean, sign: string }} given */
async function begin({ fresh, sign }) {
  holdSignOfLife(sign);
  const from = performance.now();
  const started = await start(MANIFEST, import.meta.url, { fresh, alive, progress });
  door = started.door;
  // The snapshot is the same for every reader: without this, the dice would be too.
  seedAnew();
  postMessage({ started: { restored: started.restored, took: performance.now() - from } });
  // It is here; whether it can be cached matters only to the next page.
  await started.cacheForNextPage().catch((error) => console.info("The engine could not be cached for the next page.", error));
}

/** @template Value @param {Value} value */
function alive(value) {
  postMessage({ alive: true });
  return value;
}

/** @param {{ arrived: number, coming: number, took: number }} value */
function progress(value) {
  postMessage({ progress: value });
}

function seedAnew() {
  const bytes = hex(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));
  const { problem } = JSON.parse(door.answer(JSON.stringify({ kind: "reseed", bytes })));
  if (problem) throw new Unavailable("broken", `the dice engine got no chance to roll with: ${problem.message}`);
}

/** @param {object} request */
function ask(request) {
  let text;
  try {
    text = JSON.stringify(request);
  } catch (error) {
    return JSON.stringify({ problem: { code: "not-json", message: `this cannot be asked (${error instanceof Error ? error.name : error})` } });
  }
  return door.answer(text);
}

/** @param {{ book: string, address: string }} given */
async function load({ book, address }) {
  let rules;
  try {
    // A browser may have cached that they were missing, and so may a proxy between it and the host.
    rules = await fetchRules(address, "default")
      .catch(() => fetchRules(address, "reload"))
      .catch(() => fetchRules(`${address}?${crypto.randomUUID()}`, "reload"));
  } catch (error) {
    return JSON.stringify({ problem: explained(error) });
  }
  return door.answer(JSON.stringify({ ...rules, kind: "load", book }));
}

/** @param {string} address @param {RequestCache} cache @returns {Promise<object>} */
async function fetchRules(address, cache) {
  const response = await answered(address, cache);
  if (!response.ok) throw new Unavailable("missing", `the rules of this book are missing here (${response.status})`);
  return response.json().catch(() => {
    throw new Unavailable("missing", "the rules of this book are missing here (something else came instead)");
  });
}

// The page waits for this lock: it gets it at the moment when this worker dies, whatever it died of.
/** @param {string} sign */
function holdSignOfLife(sign) {
  navigator.locks?.request(sign, () => {
    postMessage({ holds: sign });
    return new Promise(() => {});
  });
}

/** @param {unknown} error */
function explained(error) {
  if (error instanceof Unavailable) return { code: error.code, message: error.message };
  return { code: "broken", message: `the dice engine broke (${error})` };
}
