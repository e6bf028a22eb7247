// Loads the page again when the preview has something new. The first message names the state that this page shows.
let shown = "";
new EventSource(new URL("events", import.meta.url)).addEventListener("message", ({ data }) => {
  if (shown && shown !== data) location.reload();
  shown = data;
});
