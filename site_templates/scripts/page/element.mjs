// Makes elements. Texts only ever become text: nothing that a link, a book or the storage says is read as HTML.

// "button", { class: "x", type: "button", onclick: f }, children (elements or texts) -> the element.
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

// What only ears get.
export function unseen(text) {
  return element("span", { class: "unseen" }, text);
}

// What only eyes get.
export function unheard(...children) {
  return element("span", { "aria-hidden": "true" }, ...children);
}

export function button(words, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, words);
}

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
