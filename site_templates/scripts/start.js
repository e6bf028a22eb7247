// The one door to the modules. Browsers refuse modules from file:, where the page is complete without them.
"use strict";
if (location.protocol !== "file:") {
  // A click on dice or on Search must not be lost because the scripts are still on their way.
  const early = [];
  const keep = (event) => {
    const pressed = event.isTrusted && event.target.closest("[data-roll], .table-bar button, .widget button, [data-pin], .for-search");
    if (!pressed) return;
    // A form that nobody watches yet would be sent to the host.
    event.preventDefault();
    early.push(pressed);
  };
  document.addEventListener("click", keep, true);
  const begin = async () => {
    const page = await import("./page.mjs");
    await page.begin(early);
  };
  // When the first words are painted and in their own face: whoever reads should not wait for what whoever rolls needs.
  const LONGEST = 1_000;
  const painted = new Promise((then) => {
    setTimeout(then, document.visibilityState === "hidden" ? 0 : LONGEST);
    const seen = (list) => list.getEntriesByName("first-contentful-paint").forEach(() => document.fonts.ready.then(then));
    new PerformanceObserver(seen).observe({ type: "paint", buffered: true });
  });
  painted.then(begin).finally(() => document.removeEventListener("click", keep, true));
}
