// Where the page meets the engine: asks about the book that is being read, whose rules are loaded on the way.

// The engine -> { ask, askAbout, warm, retry, repeat(place, again), failed, onState, onProgress, book, page, turnTo(page) }
/** @param {ReturnType<typeof import("./engine.mjs").connectEngine>} engine @returns {BookEngine} */
export function engineForBook(engine) {
  /** @type {EngineState} */
  let state = { name: "idle", code: "", reason: "" };
  /** @type {Map<Node, () => unknown>} */
  const unanswered = new Map(); // a place in the page -> what asks there again, for when there is an engine
  engine.onState((next) => {
    state = next;
  });
  /** @param {any} request @param {PageOfBook} page */
  const askAbout = async (request, { book, rules, language }) => {
    const told = { ...request, language };
    if (book === null || rules === null) return engine.ask(told);
    const loaded = await engine.use(book, rules);
    // Plain dice roll without the book; what needs its words says so itself.
    return engine.ask(loaded.problem ? told : { ...told, book });
  };
  /** @type {BookEngine} */
  const own = {
    page: { book: null, rules: null, language: "en" },
    get book() {
      return own.page.book;
    },
    // A page's root element says which book it belongs to, and where its rules are.
    turnTo(root) {
      const { book = null, rules, words: language } = root.dataset;
      own.page = rules ? { book, rules: new URL(rules, document.baseURI).href, language } : { book: null, rules: null, language };
    },
    ask: (/** @type {any} */ request) => askAbout(request, own.page),
    askAbout: (page) => (/** @type {any} */ request) => askAbout(request, page),
    warm: () => engine.warm(),
    repeat(place, again) {
      unanswered.set(place, again);
    },
    // After a failure the engine is fetched again, and unanswered questions are repeated if their place is still shown.
    retry() {
      const waiting = [...unanswered];
      unanswered.clear();
      engine.retry();
      for (const [place, again] of waiting) if (place.isConnected) again();
    },
    failed: () => state.name === "failed",
    onState: (callback) => engine.onState(callback),
    onProgress: (callback) => engine.onProgress(callback),
  };
  return own;
}
