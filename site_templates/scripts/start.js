// The one door to the modules. Browsers refuse modules from file:, where the page is complete without them.
"use strict";
if (location.protocol !== "file:") {
  // A click on dice or on Search must not be lost because the scripts are still on their way.
  const early = [];
  let lost = false;
  const keep = (event) => {
    const pressed = event.isTrusted && event.target.closest("[data-roll], .table-bar button, .widget button, [data-pin], .for-search");
    if (!pressed) return;
    // A form that nobody watches yet would be sent to the host.
    event.preventDefault();
    early.push(pressed);
    if (lost) bring();
  };
  document.addEventListener("click", keep, true);

  // A connection may fail for a moment, at a table more than elsewhere. Milliseconds before each attempt.
  const PAUSES = [0, 500, 1_000, 2_000, 4_000];
  const fetched = async () => {
    const page = await import("./page.mjs");
    await page.prepare();
    return page;
  };
  const bring = async () => {
    lost = false;
    for (const pause of PAUSES) {
      await new Promise((then) => setTimeout(then, pause));
      const page = await fetched().catch(() => null);
      if (page) return page.begin(early).finally(() => document.removeEventListener("click", keep, true));
    }
    lost = true;
    // Whoever has pressed something is told; whoever only reads has all they need.
    if (early.splice(0).length) tell();
  };
  const tell = () => {
    const tray = document.getElementById("rb-tray");
    tray.textContent = tray.dataset.lost;
    tray.showPopover();
  };
  window.addEventListener("online", () => lost && bring());

  // When the first words are painted and in their own face: whoever reads should not wait for what whoever rolls needs.
  const LONGEST = 1_000;
  const painted = new Promise((then) => {
    setTimeout(then, document.visibilityState === "hidden" ? 0 : LONGEST);
    const seen = (list) => list.getEntriesByName("first-contentful-paint").forEach(() => document.fonts.ready.then(then));
    new PerformanceObserver(seen).observe({ type: "paint", buffered: true });
  });
  painted.then(bring);
}
