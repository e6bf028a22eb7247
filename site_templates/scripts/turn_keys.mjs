// Alt + Page Up and Alt + Page Down turn the page; the arrow keys with Alt belong to the browser's own history.

const WAYS = { PageUp: "prev", PageDown: "next" };

export function turnByKeys() {
  document.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    if (!way || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = document.querySelector(`.pager a[rel='${way}']`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });
}
