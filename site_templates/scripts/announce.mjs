// One voice for everything that happens beyond a widget's own place: said once, politely, wherever the reader is.
let voice = null;

export function announce(words) {
  voice ??= makeVoice();
  voice.textContent = words;
}

function makeVoice() {
  const made = document.createElement("p");
  made.className = "unseen";
  made.setAttribute("role", "status");
  made.dataset.keep = "";
  document.body.append(made);
  return made;
}

// A screen reader must know the place before something is said in it.
export function prepareVoice() {
  voice ??= makeVoice();
}
