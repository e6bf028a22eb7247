// Runs before the first paint, so that a chosen theme never flashes and the faces come early. It stands in each page,
// allowed there by its hash.
"use strict";
{
  const KEY = "rollbook-theme";
  const THEMES = ["system", "light", "dark"];
  const root = document.documentElement;

  // Storage may be forbidden, and whatever lies in it was not necessarily put there by us.
  const stored = () => {
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
    } catch {
      // The choice then lasts as long as the page.
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

  if (location.protocol !== "file:") {
    // Controls that need the modules show from the first paint on, so that nothing moves when those arrive.
    root.dataset.live = "";
    // The faces that a page begins with, fetched before its styles ask for them. A folder on disk may not be asked so.
    for (const href of document.currentScript.dataset.faces.split(" ")) {
      const face = Object.assign(document.createElement("link"), { rel: "preload", as: "font", type: "font/woff2" });
      document.head.append(Object.assign(face, { crossOrigin: "anonymous", href }));
    }
  }
  // For the name of a key that stands on a button.
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
