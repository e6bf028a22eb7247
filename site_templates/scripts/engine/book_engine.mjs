// Where the page meets the engine: asks about the book that is being read, whose rules are loaded on the way.

// The engine -> { ask, warm, retry, repeat(place, again), failed, onState, onProgress, book, page, turnTo(page) }
export function engineForBook(engine) {
  let state = { name: "idle", reason: "" };
  const unanswered = new Map(); // a place in the page -> what asks there again, for when there is an engine
  engine.onState((next) => {
    state = next;
  });
  const own = {
    page: { book: null, rules: null, language: "en" },
    get book() {
      return own.page.book;
    },
    // Which book a page belongs to, and where its rules lie, stand on its root element.
    turnTo(root) {
      const book = root.dataset.rules ? root.dataset.book : null;
      const rules = book === null ? null : new URL(root.dataset.rules, document.baseURI).href;
      own.page = { book, rules, language: root.dataset.words };
    },
    // What belongs to a page asks about its book, whatever is being read by then, and is told in its language.
    async ask(request, { book, rules, language } = own.page) {
      const told = { ...request, language };
      if (book === null) return engine.ask(told);
      const loaded = await engine.use(book, rules);
      // Plain dice roll without the book; what needs its words says so itself.
      return engine.ask(loaded.problem ? told : { ...told, book });
    },
    warm: () => engine.warm(),
    repeat(place, again) {
      unanswered.set(place, again);
    },
    // After a failure: the engine is fetched anew, and what was asked in vain is asked again wherever that still shows.
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
