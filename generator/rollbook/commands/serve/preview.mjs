// Follows the preview. When something is new, this page is asked for again; only if it shows something else it is loaded
// anew, where the reader was. Problems and styles are exchanged in place.
const own = (root) => root.querySelector("script[data-page]")?.dataset.page;
const problems = (root) => root.querySelector(".rollbook-problems");
const styles = (root) => [...root.querySelectorAll('head link[rel="stylesheet"]')];
const shown = own(document);
let known = "";
let following = Promise.resolve();

async function follow() {
  const answer = await fetch(location.href, { cache: "no-store" });
  const now = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (own(now) !== shown) {
    location.reload(); // browsers keep the place
    return;
  }
  problems(document)?.remove();
  if (problems(now)) document.body.append(document.adoptNode(problems(now)));
  const old = styles(document);
  styles(now).forEach((style, index) => {
    const href = style.getAttribute("href");
    if (old[index] && old[index].getAttribute("href") !== href) old[index].setAttribute("href", href);
  });
}

new EventSource(new URL("events", import.meta.url)).addEventListener("message", ({ data }) => {
  if (data === known) return;
  known = data;
  following = following.then(follow).catch(() => {}); // the preview has ended; its next message brings another try
});
