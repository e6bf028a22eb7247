// Marks in "On this page" the section that is being read: the last one whose heading has passed the upper third.

export function markReadingPlace(document, signal) {
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
