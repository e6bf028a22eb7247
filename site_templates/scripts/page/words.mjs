// What the scripts say, in the page's language: the section `script` of its file in site_templates/words.

let words = { plural: {}, phrases: {} };

export async function useWords(language) {
  const known = /^[a-z]{2,3}$/.test(language) ? language : "en";
  words = (await import(`./words-${known}.mjs`)).default;
}

// A phrase's key and what stands in its gaps -> the text. The same format as in engine/words.py: {name} is filled in,
// {+name} is a number that always shows its sign, and {count} picks one of several forms.
export function say(key, filled = {}) {
  const phrase = words.phrases[key];
  const text = typeof phrase === "string" ? phrase : (phrase[formFor(filled.count)] ?? phrase.other);
  return text.replace(/\{(\+?)(\w+)\}/g, (_, sign, name) => written(filled[name], sign));
}

// A problem -> what the reader is told: the engine's words for it, or, where no engine answered, those for its code.
export function told({ code, message }) {
  const key = `problem_${code.replaceAll("-", "_")}`;
  return key in words.phrases ? say(key) : message;
}

// A number that is not exact -> with the language's own decimal mark.
export function decimal(number) {
  return String(number).replace("-", "−").replace(".", say("decimal_mark"));
}

function formFor(count) {
  const size = Math.trunc(Math.abs(count));
  return Object.keys(words.plural).find((form) => {
    const [low, high = low] = words.plural[form].split("-").map(Number);
    return low <= size && size <= high;
  });
}

function written(value, sign) {
  if (typeof value !== "number") return value;
  return value < 0 ? `−${-value}` : `${sign}${value}`;
}
