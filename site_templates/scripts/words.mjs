// What the scripts say, in the page's language. The words lie in site_templates/words/live, one file per language.

let words = {};

export async function useWords(language) {
  const known = /^[a-z]{2,3}$/.test(language) ? language : "en";
  words = (await import(`./words-${known}.mjs`)).default;
}

// A word's key and what stands in its braces -> the text.
export function say(key, filled = {}) {
  return words[key].replace(/\{(\w+)\}/g, (_, name) => filled[name]);
}
