// What a page of the site does, laid open to the tests as window.table.
import { connectEngine } from "./static/scripts/engine/engine.mjs";
import { cacheForOffline } from "./static/scripts/engine/book_engine.mjs";

const wishes = new URLSearchParams(location.search);
const limits = wishes.has("startDeadline") ? { startDeadline: Number(wishes.get("startDeadline")) } : {};
const engine = connectEngine(new URL("WORKER", import.meta.url), limits);
const states = [];
const violations = [];
const longTasks = [];

engine.onState((state) => states.push(state));
document.addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective));
new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
  type: "longtask",
});
if (wishes.has("offline")) cacheForOffline(new URL("service-worker.js", import.meta.url));

window.table = { engine, states, violations, longTasks, version: "VERSION" };
