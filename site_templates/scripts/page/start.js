// The one door to the modules. Browsers refuse modules from file:, where the page works without them.
"use strict";
if (location.protocol !== "file:") {
  // What was pressed and typed before there was anything to answer it is collected from the first paint on: see theme.js.
  const early = window.rollbookEarly;
  early.started = true;

  // A name -> what is fetched under it, once. A failure is forgotten, so that the next request tries again.
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
  // Most browsers remember an import() that failed until the page is left, and a host may let them cache the failure for
  // longer; all of them fetch an address that is new to them. What did arrive is never fetched under a second one.
  const failed = new Set();
  /** @type {(name: string) => Promise<any>} */
  const asked = (name) => import(`./${name}${failed.has(name) ? `?${Date.now()}` : ""}`).catch((reason) => {
    failed.add(name);
    throw reason;
  });
  // Firefox may bring a page back as it was left but without the script that it was reading at that moment, and says so neither
  // then nor later. What a page still waits for when it comes back is therefore requested once more.
  const fetched = once((name) => new Promise((arrived, lost) => {
    const over = new AbortController();
    const ask = () => asked(name).then(arrived, lost).finally(() => over.abort());
    window.addEventListener("pageshow", ({ persisted }) => {
      if (!persisted) return;
      failed.add(name);
      ask();
    }, { signal: over.signal });
    ask();
  }));
  // So no packed file imports another by its address; it is given the modules that it needs. See pack_scripts.py.
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
    const tray = document.getElementById("rb-tray");
    for (const pause of PAUSES) {
      await new Promise((then) => setTimeout(then, pause));
      const page = await prepared().catch(() => null);
      if (!page) continue;
      if (tray.textContent === tray.dataset.lost) tray.hidePopover();
      return page.begin(early).finally(() => document.removeEventListener("click", early.keep, true));
    }
    early.lose(bring);
  };

  // When the first words are painted in their own font: readers shouldn't wait for what only rolling needs.
  const LONGEST = 1_000;
  const painted = new Promise((then) => {
    setTimeout(then, document.visibilityState === "hidden" ? 0 : LONGEST);
    const seen = (/** @type {PerformanceObserverEntryList} */ list) => list.getEntriesByName("first-contentful-paint").forEach(() => document.fonts.ready.then(then));
    new PerformanceObserver(seen).observe({ type: "paint", buffered: true });
  });
  painted.then(bring);
}
