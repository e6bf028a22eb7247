// A page that some passages have left: whoever comes for one of them is taken to where it went.
export function followMoved(signal) {
  const follow = () => {
    const passage = [...document.querySelectorAll("[data-moved]")].find(({ id }) => id === wanted());
    if (passage) location.replace(passage.querySelector("a").href);
  };
  follow();
  addEventListener("hashchange", follow, { signal });
}

function wanted() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}
