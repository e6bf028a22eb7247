// What the scripts say, in the page's language: the section `script` of its file in site_templates/words.

/** @type {{ plural: Record<string, string>, phrases: Record<string, string | Record<string, string>> }} */
let words = { plural: {}, phrases: {} };

/** @param {string | undefined} language */
export async function useWords(language) {
  const known = /^[a-z]{2,3}$/.test(language ?? "") ? language : "en";
  words = (await import(`./words-${known}.mjs`)).default;
}

// A phrase's key and what fills its gaps -> the text. The same format as in engine/words.py: {name} is filled in,
// {+name} is a number that always shows its sign, and {count} picks one of several forms.
/** @param {string} key @param {Record<string, any>} [filled] @returns {string} */
export function say(key, filled = {}) {
  const phrase = words.phrases[key];
  const text = typeof phrase === "string" ? phrase : (phrase[formFor(filled.count) ?? "other"] ?? phrase.other);
  return text.replace(/\{(\+?)(\w+)\}/g, (_, /** @type {string} */ sign, /** @type {string} */ name) => written(filled[name], sign !== ""));
}

// A problem -> what the reader is told: the engine's words, or, if no engine answered, those for the problem's code.
/** @param {Problem} problem */
export function told({ code, message }) {
  const key = `problem_${code.replaceAll("-", "_")}`;
  return key in words.phrases ? say(key) : message;
}

// A value -> as a reader sees it: yes or no, and a minus sign where computers write a hyphen.
/** @param {Value | null} value */
export function shownValue(value) {
  if (typeof value === "boolean") return say(value ? "word_yes" : "word_no");
  return String(value).replace("-", "−");
}

// The same for a number that always has its sign.
/** @param {Value} number */
export function signed(number) {
  const text = shownValue(number);
  return text.startsWith("−") ? text : `+${text}`;
}

// A number that is not exact -> with the language's own decimal mark.
/** @param {number | string} number */
export function decimal(number) {
  return shownValue(number).replace(".", say("decimal_mark"));
}

/** @param {number} count */
function formFor(count) {
  const size = Math.trunc(Math.abs(count));
  return Object.keys(words.plural).find((form) => {
    const [low, high = low] = words.plural[form].split("-").map(Number);
    return low <= size && size <= high;
  });
}

/** @param {unknown} value @param {boolean} withSign */
function written(value, withSign) {
  if (typeof value !== "number") return String(value);
  return withSign ? signed(value) : shownValue(value);
}
