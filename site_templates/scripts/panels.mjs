// On a phone the two contents are popovers; following a link inside the page must not leave one lying over it.

export function closePanelsOnTheWay(document) {
  for (const panel of document.querySelectorAll("[popover]:not([popover='manual'])")) {
    panel.addEventListener("click", ({ target }) => {
      if (target.closest("a[href]") && panel.matches(":popover-open")) panel.hidePopover();
    });
  }
}
