// What the reader should see first is painted before anything else is begun.

// A hidden page paints nothing.
const LONGEST = 100;

// -> a promise that is kept when what was changed now has been painted.
export function afterPaint() {
  return new Promise((then) => {
    setTimeout(then, LONGEST);
    requestAnimationFrame(() => setTimeout(then));
  });
}
