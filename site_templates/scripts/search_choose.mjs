// The keys of the search field: arrows move through the list while the focus, and what is typed, stay in the field.
// Enter opens the chosen result, or the first; with Ctrl it opens in a new tab.

const PAGE = 5;

export function chooseFromList(input, list) {
  const options = () => [...list.querySelectorAll("[role='option']")];
  const chosen = () => options().findIndex((option) => option.getAttribute("aria-selected") === "true");

  const choose = (number) => {
    for (const [place, option] of options().entries()) {
      const own = place === number;
      option.setAttribute("aria-selected", String(own));
      if (!own) continue;
      input.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    }
  };

  // A key, how many there are, the place of the chosen one (-1: none) -> the place to choose, or null.
  const move = (key, count, now) => {
    const last = count - 1;
    if (key === "ArrowDown") return now === last ? 0 : now + 1;
    if (key === "ArrowUp") return now <= 0 ? last : now - 1;
    // Before anything is chosen these keys belong to the text in the field.
    if (now === -1) return null;
    if (key === "PageDown") return Math.min(last, now + PAGE);
    if (key === "PageUp") return Math.max(0, now - PAGE);
    if (key === "Home") return 0;
    return key === "End" ? last : null;
  };

  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const all = options();
    if (event.key === "Enter") return open(all[Math.max(chosen(), 0)], event);
    const next = all.length ? move(event.key, all.length, chosen()) : null;
    if (next === null) return;
    event.preventDefault();
    choose(next);
  });
  list.addEventListener("pointermove", ({ target }) => {
    const number = options().indexOf(target.closest("[role='option']"));
    if (number >= 0 && number !== chosen()) choose(number);
  });
}

function open(option, event) {
  event.preventDefault();
  if (!option) return;
  // A click with the same keys held: what the browser does with it is what the reader's hands know.
  if (event.ctrlKey || event.metaKey) window.open(option.href, "_blank", "noopener");
  else option.click();
}
