// Cards are dragged by their handles, with mouse, pen or finger: the card follows, and a line shows where it will go.
// Everything that dragging does, the buttons beside the handle and the arrow keys on it do too.

const EDGE = 70;
const SCROLLED = 14;

// The list of cards, what to do with a card and the place that it is dropped at, a signal for the page's end.
/** @param {HTMLElement} list @param {(card: HTMLElement, index: number) => void} drop @param {AbortSignal} signal */
export function dragCards(list, drop, signal) {
  list.addEventListener("pointerdown", (event) => {
    const handle = event.target?.closest?.("[data-do='drag']");
    if (handle && event.button === 0) carry(handle, event, list, drop);
  }, { signal });
}

/** @param {HTMLElement} handle @param {PointerEvent} start @param {HTMLElement} list @param {(card: HTMLElement, index: number) => void} drop */
function carry(handle, start, list, drop) {
  const card = handle.closest(".card");
  const startScroll = scrollY;
  let last = start;
  /** @type {DropPlace | null} */
  let place = null;
  let frame = 0;
  const over = new AbortController();
  handle.setPointerCapture(start.pointerId);

  const follow = () => {
    frame = requestAnimationFrame(follow);
    if (last.clientY < EDGE) scrollBy(0, -SCROLLED);
    else if (last.clientY > innerHeight - EDGE) scrollBy(0, SCROLLED);
    card.style.transform = `translate(${last.clientX - start.clientX}px, ${last.clientY - start.clientY + scrollY - startScroll}px)`;
    place = placeUnder(last, list, card);
    show(list, place);
  };

  /** @param {boolean} dropped */
  const end = (dropped) => {
    cancelAnimationFrame(frame);
    over.abort();
    card.style.transform = "";
    card.classList.remove("carried");
    show(list, null);
    if (dropped && place) drop(card, indexFor(place, list, card));
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    const far = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > 4;
    last = event;
    if (frame === 0 && far) {
      card.classList.add("carried");
      follow();
    }
  };
  const { signal } = over;
  handle.addEventListener("pointermove", move, { signal });
  handle.addEventListener("pointerup", () => end(true), { signal });
  handle.addEventListener("pointercancel", () => end(false), { signal });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && end(false), { signal });
}

// Where the pointer is -> { card, after }: the card that it is over, and which side of it.
/** @param {PointerEvent} given @param {HTMLElement} list @param {HTMLElement} carried @returns {DropPlace | null} */
function placeUnder({ clientX, clientY }, list, carried) {
  const card = document.elementFromPoint(clientX, clientY)?.closest(".card");
  if (!card || card === carried || card.parentElement !== list) return null;
  const { left, top, width, height } = card.getBoundingClientRect();
  const oneColumn = list.clientWidth < 1.5 * width;
  return { card, after: oneColumn ? clientY > top + height / 2 : clientX > left + width / 2 };
}

/** @param {HTMLElement} list @param {DropPlace | null} place */
function show(list, place) {
  for (const card of /** @type {Iterable<any>} */ (list.children)) {
    if (place && card === place.card) card.dataset.drop = place.after ? "after" : "before";
    else delete card.dataset.drop;
  }
}

// Counted without the dragged card, as it is taken out first.
/** @param {DropPlace} given @param {HTMLElement} list @param {HTMLElement} carried */
function indexFor({ card, after }, list, carried) {
  const others = [...list.children].filter((each) => each !== carried);
  return others.indexOf(card) + (after ? 1 : 0);
}
