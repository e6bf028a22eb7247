// Pieces that charts are drawn of. Drawn as SVG: the page's policy allows no style attributes.

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

// The engine's `12.5%`, `<0.1%`, `>99.9%` -> a number to draw.
export function percentOf(text) {
  const number = Number.parseFloat(String(text).replace(/^[<>]/, ""));
  return Number.isFinite(number) ? number : 0;
}

// A part of the whole -> a bar of that length.
export function shareBar(part) {
  const bar = svg("rect", { class: "bar", width: Math.max(part * 100, part > 0 ? 0.7 : 0), height: 8 });
  const whole = svg("rect", { class: "bar-whole", width: 100, height: 8 });
  return svg("svg", { class: "share", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" }, whole, bar);
}

// The highest percentage shown -> a round number above it, and the lines of the grid below it.
export function scale(highest) {
  const top = [1, 2, 5, 10, 20, 25, 50, 75, 100].find((step) => step >= highest) ?? 100;
  return { top, lines: [0, top / 2, top] };
}
