// Cards of different heights without holes between them: the screen's grid has small rows, and each card takes as many of
// them as it is tall, with the space below it.

// So tall is a row; styles/screen.css says the same.
const ROW = 4;

// The cards' list, a signal for the page's end -> packed, whatever opens in a card or joins them.
/** @param {HTMLElement} list @param {AbortSignal} signal */
export function packCards(list, signal) {
  const sizes = new ResizeObserver((entries) => {
    const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0;
    // All are measured before the first is placed anew: the browser then lays them out once.
    const spans = entries.map(({ target, borderBoxSize: [{ blockSize }] }) => [target, Math.ceil((blockSize + gap) / ROW)]);
    for (const [card, rows] of spans) /** @type {HTMLElement} */ (card).style.gridRowEnd = `span ${rows}`;
  });
  const cards = new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      for (const card of removedNodes) sizes.unobserve(/** @type {Element} */ (card));
      for (const card of addedNodes) sizes.observe(/** @type {Element} */ (card), { box: "border-box" });
    }
  });
  cards.observe(list, { childList: true });
  signal.addEventListener("abort", () => {
    cards.disconnect();
    sizes.disconnect();
  });
}
