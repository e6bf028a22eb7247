// Where the page meets the engine: asks about the book that is being read, whose rules are loaded on the way.

// The engine -> { ask, warm, retry, failed, onState, book, turnTo(page) }
export function makeDesk(engine) {
  let state = { name: "idle", reason: "" };
  let rules = null;
  engine.onState((next) => {
    state = next;
  });
  const desk = {
    book: null,
    // Which book a page belongs to, and where its rules lie, stand on its root element.
    turnTo(root) {
      desk.book = root.dataset.rules ? root.dataset.book : null;
      rules = desk.book === null ? null : new URL(root.dataset.rules, document.baseURI).href;
    },
    async ask(request) {
      const { book } = desk;
      if (book === null) return engine.ask(request);
      const loaded = await engine.use(book, rules);
      // Plain dice roll without the book; what needs its words says so itself.
      return engine.ask(loaded.problem ? request : { ...request, book });
    },
    warm: () => engine.warm(),
    retry: () => engine.retry(),
    failed: () => state.name === "failed",
    onState: (callback) => engine.onState(callback),
  };
  return desk;
}
