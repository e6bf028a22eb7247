// Runs before the first paint, so that a chosen theme never flashes, fonts load early and no press is lost. It is part of
// each page, where its hash allows it.
"use strict";
{
  const KEY = "rollbook-theme";
  const THEMES = ["system", "light", "dark"];
  const root = document.documentElement;

  // Storage may be forbidden, and what is in it was not necessarily put there by us.
  let chosen = null;
  const stored = () => {
    if (chosen) return chosen;
    try {
      const theme = localStorage.getItem(KEY);
      return THEMES.includes(theme) ? theme : "system";
    } catch {
      return "system";
    }
  };

  const store = (theme) => {
    try {
      localStorage.setItem(KEY, theme);
      chosen = null;
    } catch {
      // The choice then lasts as long as the page.
      chosen = theme;
    }
  };

  const show = (theme) => {
    root.dataset.theme = theme;
    for (const choice of document.querySelectorAll("select[data-theme-choice]")) choice.value = theme;
    // What the browser paints around the page follows the choice, too.
    for (const colour of document.querySelectorAll("meta[data-scheme]")) {
      const { scheme } = colour.dataset;
      colour.media = theme === "system" ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? "all" : "not all";
    }
  };

  // A field of a sentence -> the value of its control is shown, before the engine has said anything.
  const mirror = (field) => {
    const { kind, signed, one, many } = field.dataset;
    const control = field.querySelector("input, select");
    const text = kind === "flag" ? control.selectedOptions[0].text : control.value.trim();
    const number = text.replace("-", "−");
    const shown = document.createElement("b");
    shown.textContent = kind !== "number" ? text : signed && Number(text) >= 0 ? `+${number}` : many ? `${number} ${text === "1" ? one : many}` : number;
    shown.textContent ||= "…";
    field.querySelector(".said-shown").replaceChildren(shown);
  };

  // What the reader does while nothing can answer yet: `presses` is [button, event] in order; `typed` is what they typed
  // after they had asked for the search, or null if they haven't. start.js hands both on.
  const collectEarly = () => {
    const early = { presses: [], typed: null, pressed: () => {}, mirror };
    // What presses wait for did not come -> asked for again by the next press, or when the connection is back. Whoever has
    // pressed something is told; others have all they need.
    early.lose = (askAgain) => {
      let lost = true;
      const retry = () => {
        if (!lost) return;
        lost = false;
        askAgain();
      };
      early.pressed = (button) => {
        // Whoever was asked to press again means one roll, not two.
        const last = early.presses.length - 1;
        if (lost) early.presses = early.presses.filter(([other], index) => other !== button || index === last);
        retry();
      };
      window.addEventListener("online", retry, { once: true });
      if (early.presses.length === 0) return;
      const tray = document.getElementById("rb-tray");
      tray.textContent = tray.dataset.lost;
      tray.showPopover();
    };
    const press = (button, event) => {
      // A form that nobody watches yet would be sent to the host.
      event.preventDefault();
      // Nor may it be answered twice: some of what answers is there before all of it is.
      event.stopPropagation();
      early.presses.push([button, event]);
      if (button.matches(".for-search")) early.typed ??= "";
      early.pressed(button);
    };
    early.keep = (event) => {
      const button = event.isTrusted && event.target.closest("[data-roll], .table-bar button, .widget button, [data-pin], .for-search");
      // A click that ends a selection wants the words; see dice/rolls.mjs.
      const selection = getSelection();
      if (button && (selection.isCollapsed || !selection.containsNode(button, true))) press(button, event);
    };
    document.addEventListener("click", early.keep, true);
    document.addEventListener("input", ({ target }) => {
      const field = target.closest(".said");
      if (field) mirror(field);
    });
    document.addEventListener("keydown", (event) => {
      const { key, altKey, shiftKey } = event;
      const command = event.ctrlKey || event.metaKey;
      const search = root.dataset.live ? null : document.querySelector(".for-search");
      if (search && command && !altKey && !shiftKey && key.toLowerCase() === "k") press(search, new MouseEvent("click", { bubbles: true }));
      else if (command || altKey || early.typed === null) return;
      else if (key.length === 1) early.typed += key;
      else if (key === "Backspace") early.typed = early.typed.slice(0, -1);
      else return;
      event.preventDefault();
      event.stopPropagation();
    }, true);
    return early;
  };

  // Styles or start.js may fail to load, and a browser may cache the failure: they are requested again, under an address that
  // is new to it. If start.js still doesn't come, the next press requests it.
  const PAUSES = [500, 1000, 2000, 4000];
  const askAgain = (early) => {
    const bring = (part) => {
      const again = document.createElement(part.localName);
      for (const { name, value } of part.attributes) again.setAttribute(name, value);
      const name = part.src ? "src" : "href";
      again[name] = `${part[name].split("?")[0]}?${Date.now()}`;
      part.replaceWith(again);
    };
    const later = (part) => {
      const tries = Number(part.dataset.tries ?? 0);
      part.dataset.tries = tries + 1;
      if (tries < PAUSES.length) setTimeout(bring, PAUSES[tries], part);
      else if (part.src) early.lose(() => bring(part));
    };
    const missed = (target) => {
      if (document.readyState !== "loading") later(target);
      else document.addEventListener("DOMContentLoaded", () => later(target), { once: true });
    };
    window.addEventListener("error", ({ target }) => target.matches?.("head > script[src], head > link[rel=stylesheet]") && missed(target), true);
    // A page that says "sorry" passes for a script without effect, or for styles without rules, and nobody notices.
    document.addEventListener("load", ({ target }) => {
      if (target.matches("head > script[src]") ? !early.started : target.matches("head > link[rel=stylesheet]") && !target.sheet?.cssRules.length) missed(target);
    }, true);
  };

  if (location.protocol !== "file:") {
    // Controls that need the modules show from the first paint on, so that nothing moves when those arrive.
    root.dataset.live = "";
    // The fonts that a page begins with, fetched before its styles ask for them. From a folder on disk that is forbidden.
    for (const href of document.currentScript.dataset.faces.split(" ")) {
      const face = Object.assign(document.createElement("link"), { rel: "preload", as: "font", type: "font/woff2" });
      document.head.append(Object.assign(face, { crossOrigin: "anonymous", href }));
    }
    window.rollbookEarly = collectEarly();
    askAgain(window.rollbookEarly);
  }

  // A chapter that is read in short looks so from the first paint on.
  try {
    root.toggleAttribute("data-glance", localStorage.getItem("rollbook-glance") === "on");
  } catch {
    // Then it begins in full.
  }

  // For the name of a key on a button.
  if (/^Mac|^iP/.test(navigator.platform)) root.dataset.apple = "";

  show(stored());
  document.addEventListener("DOMContentLoaded", () => show(stored()));
  window.addEventListener("storage", (event) => {
    if (event.key === KEY || event.key === null) show(stored());
  });
  document.addEventListener("change", ({ target }) => {
    if (!target.matches("select[data-theme-choice]")) return;
    store(target.value);
    show(target.value);
  });
}
