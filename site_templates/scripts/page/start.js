// The one door to the modules. Browsers refuse modules from file:, where the page is complete without them.
"use strict";
if (location.protocol !== "file:") {
  // What was pressed and typed before there was anything to answer it is kept from the first paint on: see theme.js.
  const early = window.rollbookEarly;
  early.started = true;
  const tray = document.getElementById("rb-tray");
  let lost = false;
  early.pressed = (button) => {
    if (!lost) return;
    // Who was asked to press again means one roll, not two.
    const last = early.presses.length - 1;
    early.presses = early.presses.filter(([other], index) => other !== button || index === last);
    bring();
  };

  // Name -> what is brought under it, once. A failure is forgotten, so that the next request fetches it again.
  /** @param {(name: string) => Promise<any>} bring @returns {(name: string) => Promise<any>} */
  const once = (bring) => {
    /** @type {Map<string, Promise<any>>} */
    const coming = new Map();
    return (name) => {
      const brought = coming.get(name) ?? bring(name);
      coming.set(name, brought);
      brought.catch(() => coming.delete(name));
      return brought;
    };
  };
  // Most browsers remember an import() that failed until the page is left, and a host may let them keep the failure for
  // longer; an address that is new to them is fetched by all. What did come is never fetched under a second one.
  const failed = new Set();
  const fetched = once((name) => import(`./${name}${failed.has(name) ? `?${Date.now()}` : ""}`).catch((reason) => {
    failed.add(name);
    throw reason;
  }));
  // So no packed file imports another by its address: it is given the modules that it needs. See pack_scripts.py.
  /** @type {(name: string) => Promise<any>} */
  const load = once(async (name) => {
    const { needs, make } = await fetched(name);
    return make(load, ...(await Promise.all(needs.map(load))));
  });

  // A connection may fail for a moment, at a table more than elsewhere. Milliseconds before each attempt.
  const PAUSES = [0, 500, 1_000, 2_000, 4_000];
  const prepared = async () => {
    const page = await load("page.mjs");
    await page.prepare();
    return page;
  };
  const bring = async () => {
    lost = false;
    for (const pause of PAUSES) {
      await new Promise((then) => setTimeout(then, pause));
      const page = await prepared().catch(() => null);
      if (!page) continue;
      if (tray.textContent === tray.dataset.lost) tray.hidePopover();
      return page.begin(early).finally(() => document.removeEventListener("click", early.keep, true));
    }
    lost = true;
    // Only readers who have pressed something are told; others have all they need.
    if (early.presses.length) tell();
  };
  const tell = () => {
    tray.textContent = tray.dataset.lost;
    tray.showPopover();
  };
  window.addEventListener("online", () => lost && bring());

  // When the first words are painted and in their own face: whoever reads should not wait for what whoever rolls needs.
  const LONGEST = 1_000;
  const painted = new Promise((then) => {
    setTimeout(then, document.visibilityState === "hidden" ? 0 : LONGEST);
    const seen = (/** @type {PerformanceObserverEntryList} */ list) => list.getEntriesByName("first-contentful-paint").forEach(() => document.fonts.ready.then(then));
    new PerformanceObserver(seen).observe({ type: "paint", buffered: true });
  });
  painted.then(bring);
}
