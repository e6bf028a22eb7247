// Marks in "On this page" the section that is being read: the last one whose heading has passed the upper third. In both
// contents the marked line stays in sight.

export function markReadingPlace(document, signal) {
  for (const chapter of document.querySelectorAll(".book-navigation [aria-current]")) keepInSight(chapter);
  const links = new Map();
  for (const link of document.querySelectorAll(".page-contents a[href^='#']")) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) links.set(heading, link);
  }
  if (links.size === 0) return;

  const headings = [...links.keys()];
  let marked = null;
  const mark = () => {
    const line = window.innerHeight / 3;
    const reading = headings.findLast((heading) => heading.getBoundingClientRect().top <= line);
    const link = reading ? links.get(reading) : null;
    if (link === marked) return;
    marked?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "location");
    marked = link;
    if (link) keepInSight(link);
  };

  // One look per frame at most, however fast the page is scrolled.
  let waiting = false;
  const markSoon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      mark();
    });
  };
  document.addEventListener("scroll", markSoon, { passive: true, signal });
  window.addEventListener("resize", markSoon, { signal });
  mark();
}

// A line of long contents -> scrolled to inside them; the page itself stays where it is.
function keepInSight(line) {
  const contents = line.closest("nav");
  const { top, bottom, height } = line.getBoundingClientRect();
  const frame = contents.getBoundingClientRect();
  if (top < frame.top + height) contents.scrollTop -= frame.top + 2 * height - top;
  else if (bottom > frame.bottom - height) contents.scrollTop += bottom - frame.bottom + 2 * height;
}
