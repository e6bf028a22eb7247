// Questions that are asked while the reader types: one at a time, and of those that pile up only the last.

// What to do (async), how long the reader must pause -> a function that asks for it to be done.
/** @param {() => unknown} work @param {number} pause */
export function debounce(work, pause) {
  /** @type {number | null} */
  let clock = null;
  let busy = false;
  let again = false;

  async function run() {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    try {
      do {
        again = false;
        await work();
      } while (again);
    } finally {
      busy = false;
    }
  }

  return () => {
    clearTimeout(clock);
    clock = setTimeout(run, pause);
  };
}
