// What can be done with the whole screen: start it, share it, save it, print it, clear it and bring it back.
import { announce } from "./announce.mjs";
import { readFile, readFragment, saveFile, sharedAddress } from "./board_share.mjs";
import { button, element } from "./element.mjs";
import { say } from "./words.mjs";

// { book, pins(), change(pins, words), first: the book's own choice, offer({ pins, words }) } ->
// { hint, element, show(pins), openLink(fragment) }
export function boardActions({ book, pins, change, first, offer }) {
  let cleared = null;
  const file = element("input", { type: "file", accept: "application/json,.json", "aria-label": say("screen_open"), tabindex: "-1", hidden: true, onchange: () => openFile() });
  const begin = button(say("screen_first"), () => change(first, say("screen_taken", { count: first.length })), { class: "main" });
  const undo = button(say("undo_clear"), () => change(cleared, say("screen_taken", { count: cleared.length })));
  const full = [
    button(say("screen_share"), share),
    button(say("screen_save"), () => saveFile(book, pins())),
    button(say("screen_print"), printBoard),
    button(say("screen_clear"), () => {
      cleared = pins();
      change([], say("screen_cleared"));
      undo.focus();
    }),
  ];
  const hint = element("p", { class: "board-hint" }, say("screen_empty"));
  const row = element("div", { class: "board-actions" }, begin, undo, ...full, button(say("screen_open"), () => file.click()), file);

  async function share() {
    try {
      await navigator.clipboard.writeText(sharedAddress(pins()));
      announce(say("link_copied"));
    } catch {
      announce(say("not_copied"));
    }
  }

  async function openFile() {
    const read = await readFile(file.files[0], book);
    file.value = "";
    if (read.problem) return offer({ words: say(read.problem) });
    offer({ shared: read.pins, words: say("screen_file") });
  }

  return {
    hint,
    element: row,
    show(now) {
      const empty = now.length === 0;
      if (!empty) cleared = null;
      hint.hidden = !empty;
      begin.hidden = !empty || first.length === 0;
      undo.hidden = !empty || cleared === null;
      for (const each of full) each.hidden = empty;
    },
    openLink(fragment) {
      const shared = readFragment(fragment);
      if (shared) offer({ shared, words: say("screen_shared") });
    },
  };
}

// The screen alone, for the table.
function printBoard() {
  document.documentElement.dataset.printing = "screen";
  window.addEventListener("afterprint", () => delete document.documentElement.dataset.printing, { once: true });
  window.print();
}
