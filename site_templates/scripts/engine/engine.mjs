// The page's side of the engine: asks the worker, one request after the other, and makes sure that each is answered, even
// while the engine is still loading, if it takes too long, or if it dies.
import { startWorker } from "./start_worker.mjs";

// From sending a request; after that the reader is told, and gets a new engine. A phone is four times as slow as a desktop,
// where the hardest odds in our books take a second.
const ANSWER_DEADLINE = 6_000;
// Between two signs of life while it starts: long enough for a slow line.
const START_DEADLINE = 60_000;
// A book's rules are fetched, too.
const LOAD_DEADLINE = 20_000;
const DEATHS_IN_A_ROW = 3;

/** @typedef {{ startDeadline: number, answerDeadline: number }} Limits */
/** @typedef {{ message: { ask?: object, load?: { book: string, address: string } }, deadline: number }} Job */

// The address of worker.mjs -> an engine that has not started yet: { ask, use, warm, retry, onState, onProgress }.
/** @param {string | URL | undefined} address @param {Partial<Limits>} [limits] */
export function connectEngine(address, limits = {}) {
  return new Engine(address, { startDeadline: START_DEADLINE, answerDeadline: ANSWER_DEADLINE, ...limits });
}

class Engine {
  #address;
  #limits;
  /** @type {ReturnType<typeof startWorker> | null} */
  #worker = null;
  /** @type {EngineState} */
  #state = { name: "idle", code: "", reason: "" };
  /** @type {Set<(state: EngineState) => void>} */
  #listeners = new Set();
  #progress = { arrived: 0, coming: 0, took: 0 };
  /** @type {Set<(progress: Progress) => void>} */
  #followers = new Set();
  /** @type {(Job & { resolve: (answer: any) => void })[]} */
  #waiting = [];
  /** @type {(Job & { resolve: (answer: any) => void }) | null} */
  #current = null;
  /** @type {Map<string, { address: string, answer: Promise<Answered<LoadAnswer>> }>} */
  #books = new Map();
  #deaths = 0;

  /** @param {string | URL | undefined} address @param {Limits} limits */
  constructor(address, limits) {
    // Now: later the reader may be on another page, where the same relative address would lead elsewhere.
    this.#address = new URL(address ?? "", document.baseURI).href;
    this.#limits = limits;
  }

  // A request for the door -> its answer, always: a problem if there is none.
  /** @param {object} request @param {{ deadline?: number }} [limits] @returns {Promise<any>} */
  ask(request, { deadline = this.#limits.answerDeadline } = {}) {
    return this.#add({ message: { ask: request }, deadline });
  }

  // A book and the address of its rules -> what the door says of them. Requests that follow may name the book.
  /** @param {string} book @param {string} rules */
  use(book, rules) {
    const address = new URL(rules, document.baseURI).href;
    const used = this.#books.get(book);
    if (used?.address === address) return used.answer;
    const answer = this.#add(this.#loading(book, address)).then((loaded) => {
      if (loaded.problem) this.#books.delete(book);
      return loaded;
    });
    this.#books.set(book, { address, answer });
    return answer;
  }

  // The first sign that dice will be wanted -> the engine is on its way. No promise: ask() waits by itself.
  warm() {
    if (this.#state.name === "idle") this.#start(false);
  }

  // After a failure everything is fetched again, bypassing the browser's cache.
  retry() {
    if (this.#state.name !== "failed") return;
    this.#deaths = 0;
    this.#start(true);
  }

  // callback({ name, code, reason }) now and at every change -> a function that ends this.
  /** @param {(state: EngineState) => void} callback */
  onState(callback) {
    this.#listeners.add(callback);
    callback(this.#state);
    return () => this.#listeners.delete(callback);
  }

  // callback({ arrived, coming, took }) now and while the engine loads: bytes, and milliseconds since the first of them ->
  // a function that ends this.
  /** @param {(progress: Progress) => void} callback */
  onProgress(callback) {
    this.#followers.add(callback);
    callback(this.#progress);
    return () => this.#followers.delete(callback);
  }

  /** @param {Job} job @returns {Promise<any>} */
  #add(job) {
    if (this.#state.name === "failed") return Promise.resolve(problem(this.#state.code, this.#state.reason));
    const answer = new Promise((resolve) => this.#waiting.push({ ...job, resolve }));
    this.warm();
    this.#next();
    return answer;
  }

  /** @param {string} book @param {string} address */
  #loading(book, address) {
    return { message: { load: { book, address } }, deadline: LOAD_DEADLINE };
  }

  // A new worker knows no books: those that the last one knew are loaded before anything else is asked.
  /** @param {boolean} fresh */
  #start(fresh) {
    this.#show("starting");
    const waiting = new Set(this.#waiting.map(({ message }) => message.load?.book));
    for (const [book, { address }] of this.#books) {
      if (!waiting.has(book)) this.#waiting.unshift({ ...this.#loading(book, address), resolve: () => {} });
    }
    this.#worker = startWorker(this.#address, {
      fresh,
      silence: this.#limits.startDeadline,
      progress: (progress) => {
        this.#progress = progress;
        for (const follower of [...this.#followers]) follower(progress);
      },
      started: () => this.#ready(),
      answered: (answer) => this.#answered(answer),
      failed: ({ code, message }) => this.#failed(code, message),
      died: () => this.#died(),
    });
  }

  #ready() {
    this.#show("ready");
    this.#next();
  }

  #next() {
    const job = this.#state.name === "ready" ? this.#waiting.shift() : undefined;
    if (!job) return;
    this.#current = job;
    this.#show("working");
    try {
      this.#worker?.send(job.message, job.deadline, () => this.#tooLong(job));
    } catch (error) {
      // The browser refuses to send it: the requests after it are not to blame.
      this.#answered(problem("not-sent", `this cannot be asked (${error instanceof Error ? error.name : ""})`));
    }
  }

  /** @param {object} answer */
  #answered(answer) {
    this.#deaths = 0;
    this.#settle(answer);
    this.#ready();
  }

  /** @param {object} answer */
  #settle(answer) {
    const job = this.#current;
    this.#current = null;
    job?.resolve(answer);
  }

  /** @param {Job} job */
  #tooLong({ deadline }) {
    const seconds = deadline / 1000;
    this.#restart(problem("took-too-long", `this takes longer than ${seconds} seconds, so it was stopped`));
  }

  // Something outside killed it: the request was not at fault and is asked again.
  #died() {
    this.#deaths += 1;
    if (this.#deaths >= DEATHS_IN_A_ROW) return this.#giveUp("died", "the dice engine stopped again and again");
    if (this.#current) this.#waiting.unshift(this.#current);
    this.#current = null;
    this.#restart(null);
  }

  // Before it was ready: there is no engine. Later: this request broke it, and the next one gets a new engine.
  /** @param {string} code @param {string} reason */
  #failed(code, reason) {
    if (this.#state.name === "starting") return this.#giveUp(code, reason);
    this.#deaths += 1;
    if (this.#deaths >= DEATHS_IN_A_ROW) return this.#giveUp(code, reason);
    this.#restart(problem(code, reason));
  }

  /** @param {object | null} answer */
  #restart(answer) {
    this.#worker?.end();
    if (answer) this.#settle(answer);
    this.#start(false);
  }

  /** @param {string} code @param {string} reason */
  #giveUp(code, reason) {
    this.#worker?.end();
    this.#show("failed", code, reason);
    this.#settle(problem(code, reason));
    for (const { resolve } of this.#waiting.splice(0)) resolve(problem(code, reason));
  }

  /** @param {EngineState["name"]} name @param {string} [code] @param {string} [reason] */
  #show(name, code = "", reason = "") {
    if (this.#state.name === name) return;
    this.#state = { name, code, reason };
    for (const listener of [...this.#listeners]) listener(this.#state);
  }
}

/** @param {string} code @param {string} message @returns {Refused} */
function problem(code, message) {
  return { problem: { code, message } };
}
