// One worker, from its start to its end, with the clocks that watch it.

// address of worker.mjs, { fresh, silence, progress, started, answered, failed, died } -> { send, end }. After `end`, and after
// `failed` or `died`, nothing more is called.
/** @param {string} address @param {{ fresh: boolean, silence: number, progress: (progress: Progress) => void, started: (value: unknown) => void, answered: (answer: any) => void, failed: (reason: { code: string, message: string }) => void, died: () => void }} about */
export function startWorker(address, { fresh, silence, progress, started, answered, failed, died }) {
  const worker = open(address, fresh);
  const sign = `rollbook-engine-${crypto.randomUUID()}`;
  /** @type {number | null} */
  let clock = null;
  let over = false;

  /** @param {number} milliseconds @param {() => void} late */
  const watch = (milliseconds, late) => {
    clearTimeout(clock);
    clock = setTimeout(late, milliseconds);
  };
  const end = () => {
    over = true;
    clearTimeout(clock);
    worker.terminate();
  };
  /** @param {(value: any) => void} callback @param {unknown} [value] */
  const say = (callback, value) => {
    if (over) return;
    if (callback === failed || callback === died) end();
    callback(value);
  };
  const awaitStart = () => watch(silence, () => say(failed, { code: "too-slow", message: TOO_SLOW }));

  worker.onerror = (event) => {
    event.preventDefault();
    say(failed, { code: "missing", message: NO_WORKER });
  };
  worker.onmessage = ({ data }) => {
    if (over) return;
    if (data.holds) return noticeDeath(sign, () => say(died));
    if (data.alive || data.progress) awaitStart();
    if (data.progress) progress(data.progress);
    if (data.alive || data.progress) return;
    clearTimeout(clock);
    if (data.started) say(started, data.started);
    else if (data.failed) say(failed, data.failed);
    else say(answered, JSON.parse(data.answer));
  };
  awaitStart();
  worker.postMessage({ start: { fresh, sign } });
  return {
    /** @param {object} message @param {number} deadline @param {() => void} late */
    send(message, deadline, late) {
      worker.postMessage(message);
      watch(deadline, late);
    },
    end,
  };
}

const TOO_SLOW = "the dice engine did not start in time";
const NO_WORKER = "a part of the dice engine is missing here, or something blocks it";

// A worker that is started from its address would not be bound by the page's policy; one from a blob inherits it.
/** @param {string} address @param {boolean} fresh */
function open(address, fresh) {
  const url = new URL(address);
  // Another address, for a browser that has cached a failure.
  if (fresh) url.search = `?${crypto.randomUUID()}`;
  const source = `import ${JSON.stringify(url.href)};`;
  const blob = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(blob, { type: "module" });
  // Once the worker has begun to load, it holds on to the blob itself.
  setTimeout(() => URL.revokeObjectURL(blob), 10_000);
  return worker;
}

// The worker holds a lock of this name as long as it lives; no event tells of its death.
/** @param {string} sign @param {() => void} died */
function noticeDeath(sign, died) {
  navigator.locks.request(sign, died);
}
