// The service worker without a connection: of a picture's copies one is kept, and stands in for the others.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const PARTS = ["service_worker.js", "as_built.js"];
const SOURCE = PARTS.map((name) => readFileSync(new URL(`../../site_templates/offline/${name}`, import.meta.url), "utf-8")).join("\n");
const KEPT = "book/media/photo-960-aa.webp";
const OTHER = "book/media/photo-480-bb.avif";
const BYTES = "the kept copy";

/** What the host has -> the listener of the worker, as it runs with it. */
function started(host) {
  const listeners = {};
  const stores = new Map();
  const open = async (name) => {
    if (!stores.has(name)) stores.set(name, new Map());
    const store = stores.get(name);
    return { match: async (key) => store.get(key)?.clone(), put: async (key, value) => void store.set(key, value), keys: async () => [] };
  };
  const sha256 = createHash("sha256").update(BYTES).digest("hex");
  const shelf = { version: "1", files: [{ path: KEPT, size: BYTES.length, sha256 }], books: [], standIns: { [OTHER]: KEPT } };
  const self = { location: { href: "https://x.test/service-worker.js" }, addEventListener: (type, act) => (listeners[type] = act) };
  const fetchFromHost = async (request) => {
    const path = new URL(request.url ?? request).pathname.slice(1);
    if (host[path] === undefined) throw new TypeError("no connection");
    return new Response(host[path]);
  };
  const globals = { self, URL, Response, Request, Map, Set, Promise, crypto, decodeURIComponent, encodeURIComponent };
  runInNewContext(`const SHELF = ${JSON.stringify(shelf)};\n${SOURCE}`, {
    ...globals,
    caches: { open, keys: async () => [...stores.keys()] },
    fetch: fetchFromHost,
  });
  return (path) =>
    new Promise((answer) => {
      listeners.fetch({ request: new Request(`https://x.test/${path}`), respondWith: answer, waitUntil: () => {} });
    }).then((response) => response.text());
}

test("with a connection the copy that suits the screen is fetched", async () => {
  assert.equal(await started({ [OTHER]: "the small copy", [KEPT]: BYTES })(OTHER), "the small copy");
});

test("without one the kept copy comes in its place", async () => {
  const host = { [KEPT]: BYTES };
  const ask = started(host);
  assert.equal(await ask(KEPT), BYTES);
  delete host[KEPT];
  assert.equal(await ask(OTHER), BYTES);
});
