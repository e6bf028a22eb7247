// On a page that is gone: on to its new place, and to the very passage where that is known. A classic script: it also
// works from file:.
"use strict";
{
  const anchor = () => {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return "";
    }
  };
  const wanted = anchor();
  const passage = [...document.querySelectorAll("[data-moved]")].find(({ id }) => id === wanted);
  const goal = new URL((passage?.querySelector("a") ?? document.querySelector("a[data-moved-page]")).href);
  // What nobody listed went with its page.
  if (!passage && !goal.hash) goal.hash = location.hash;
  location.replace(goal);
}
