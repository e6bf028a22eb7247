// Imported before Pyodide: takes clock and chance away from this Node, so that the same input gives the same snapshot.
// Nothing secret is lost: every reader's engine is seeded anew after it was restored.
import crypto from "node:crypto";

const NOON = Date.UTC(2000, 0, 1, 12);

Date.now = () => NOON;
performance.now = () => 0;
Math.random = () => 0.5;

let state = 1;
crypto.randomFillSync = (view) => {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let i = 0; i < bytes.length; i++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    bytes[i] = state >>> 16;
  }
  return view;
};
