// On a page that has moved: goes on to the new one, and to the exact passage if that is known. A classic script, so that it
// works from file: too.
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
  // A passage that isn't listed moved with its page.
  if (!passage && !goal.hash) goal.hash = location.hash;
  location.replace(goal);
}
