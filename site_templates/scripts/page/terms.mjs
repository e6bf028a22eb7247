// Words that the book's glossary explains: whoever points at one, tabs to it or taps it sees what it means. Without this
// module, or if the meaning can't be fetched, they are plain links to the glossary.
import { loadOnce } from "./lazy_load.mjs";

// A pointer on its way elsewhere shows nothing; one on its way into the card has time to get there.
const SHOWS_AFTER = 180;
const HIDES_AFTER = 350;

// -> a function that hides the card; each page begins without one.
export function explainTerms() {
  const bring = loadOnce(async () => (await import("./term_card.mjs")).makeTermCard());
  /** @type {ReturnType<typeof import("./term_card.mjs").makeTermCard> | null} */
  let card = null;
  /** @type {HTMLAnchorElement | null} */
  let wanted = null; // the term whose card is shown or on its way
  /** @type {number | null} */
  let clock = null;
  let touched = false;

  // A tap doesn't move the focus, so the card is read aloud; with the focus it is anyway.
  /** @param {HTMLAnchorElement} term @param {boolean} [aloud] */
  async function show(term, aloud = false) {
    clearTimeout(clock);
    if (wanted === term) return true;
    wanted = term;
    try {
      card = await bring();
      const shown = await card.show(term, aloud, () => wanted === term);
      if (!shown && wanted === term) wanted = null;
      return shown;
    } catch {
      wanted = null;
      return false;
    }
  }

  function hide() {
    clearTimeout(clock);
    wanted = null;
    card?.hide();
  }

  document.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType === "touch") return;
    const term = termAt(target);
    clearTimeout(clock);
    if (term && term !== wanted) clock = setTimeout(() => show(term), SHOWS_AFTER);
    else if (wanted && !term && !card?.holds(target) && !isFocused(wanted, card)) clock = setTimeout(hide, HIDES_AFTER);
  });
  document.addEventListener("focusin", ({ target }) => {
    const term = termAt(target);
    if (term?.matches(":focus-visible")) show(term);
    else if (wanted && !term && !card?.holds(target)) hide();
  });
  document.addEventListener("pointerdown", ({ target, pointerType }) => {
    touched = pointerType === "touch";
    if (wanted && termAt(target) !== wanted && !card?.holds(target)) hide();
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !wanted) return;
    if (card?.holds(document.activeElement)) wanted.focus();
    hide();
  });
  document.addEventListener("click", (event) => {
    const term = termAt(event.target);
    const first = term && term !== wanted;
    if (first && isTap(event, touched)) {
      event.preventDefault();
      show(term, true).then((shown) => shown || term.click());
    } else if (term || (card?.holds(event.target) && event.target?.closest?.("a"))) hide();
  });
  // The card moves with the page, but not with a table that is scrolled sideways.
  /** @param {Event} given */
  const hideAside = ({ target }) => wanted && target !== document && !card?.holds(target) && hide();
  document.addEventListener("scroll", hideAside, { passive: true, capture: true });
  return hide;
}

/** @param {EventTarget | null} target */
function termAt(target) {
  return target?.closest?.("a.term") ?? null;
}

/** @param {Element | null} term @param {ReturnType<typeof import("./term_card.mjs").makeTermCard> | null} card */
function isFocused(term, card) {
  return term?.matches(":focus-visible") || card?.holds(document.activeElement);
}

// Some browsers say only when it comes down that it was a finger. A click by script or keyboard has a count of 0.
/** @param {PointerEvent} event @param {boolean} touched */
function isTap(event, touched) {
  return event.isTrusted && (event.pointerType ? event.pointerType === "touch" : touched && event.detail > 0);
}
