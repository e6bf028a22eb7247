// What a language makes of its words: spellings that mean the same, endings, and words that ask rather than name.
// Both sides of a search go through `root`, so a rule may be crude as long as it keeps different words apart.

// British -> American, and what else has two spellings. Tried in order, each once.
/** @type {[RegExp, string][]} */
const ENGLISH_SPELLINGS = [
  [/our/, "or"], // armour, colour, honour
  [/oeu/, "eu"], // manoeuvre
  [/ae/, "e"], // daemon, aether
  [/^(def|off)en[cs](e|es|ive)$/, "$1end"], // defence, which is also what defending is
  [/([^aeiou])re(s|d)?$/, "$1er$2"], // centre, sceptre, manoeuvre
  [/([a-z]{2})is(e|es|ed|ing|er|ers|ation|ations)$/, "$1iz$2"], // memorise
  [/ys(e|es|ed|ing)$/, "yz$1"], // paralyse
  [/enc(e|es)$/, "ens$1"], // defence, licence
  [/ll/, "l"], // levelled, skilful
  [/ogue/, "og"], // catalogue
  [/mm(e|es)$/, "m"], // programme
  [/dgement/, "dgment"], // judgement
];
/** @type {Map<string, string>} */
const ENGLISH_PAIRS = new Map(
  [
    ...["ax axe", "dice die", "draught draft", "dwarves dwarf", "elves elf", "feet foot", "fought fight", "grey gray"],
    ...["halves half", "knives knife", "men man", "mice mouse", "mould mold", "plough plow", "sceptic skeptic"],
    ...["slain slay", "staves staff", "teeth tooth", "thieves thief", "threw throw", "thrown throw", "wolves wolf"],
    "women woman",
  ].map((pair) => /** @type {[string, string]} */ (pair.split(" "))),
);
// What players say, and what rulebooks call it.
const ENGLISH_SENSES = [
  ...["aoo opportunity", "bleeding dying", "crit critical", "dead death", "dead downed", "die death", "dm gamemaster"],
  ...["dm gm", "dying death", "dying downed", "dying stabilize", "exp experience", "gun ranged", "hide stealth"],
  ...["ko downed", "ko unconscious", "loot treasure", "pc hero", "recover heal", "shoot ranged", "sneak stealth"],
  ...["wrestle grapple", "xp experience"],
];
// Endings, the longest first; what is left must have three letters or more.
const ENGLISH_ENDINGS = [
  ...["ations", "ation", "ators", "ating", "ator", "ated", "ates", "ions", "ings", "ate", "ion", "ing", "ies"],
  ...["ed", "es", "s", "y", "e"],
];
const ENGLISH_STOPS = words(
  "a an and any are as at be been being by can could do does for from get give gives go has have how i if in into is",
  "it its many me much my of on or our should that the their them there they this to was we what when where which",
  "while who why will with would you your",
);
/** @type {[RegExp, string][]} */
const GERMAN_SPELLINGS = [[/ae/g, "a"], [/oe/g, "o"], [/ue/g, "u"]];
const GERMAN_STOPS = words(
  "als am an auf aus bei das dem den der des die du ein eine einem einen einer eines er es fur hat ich im in ist kann",
  "man mein mit muss oder sich sie sind so um und viel viele von was welche wenn wer wie wird wo zu zum zur",
);

/** @param {...string} lines */
function words(...lines) {
  return new Set(lines.join(" ").split(" "));
}

/** @param {string} term */
function englishRoot(term) {
  let root = ENGLISH_PAIRS.get(term) ?? term;
  for (const [written, plain] of ENGLISH_SPELLINGS) root = root.replace(written, plain);
  if (root.endsWith("ss") || root.length < 4) return root;
  const ending = ENGLISH_ENDINGS.find((each) => root.endsWith(each) && root.length - each.length >= 3);
  if (!ending) return root;
  // stunned -> stun, grappling and grapple -> grappl, bodies and body -> bod
  return root.slice(0, -ending.length).replace(/([bdgmnprt])\1$/, "$1");
}

/** @param {string} term */
function germanRoot(term) {
  return GERMAN_SPELLINGS.reduce((root, [written, plain]) => root.replace(written, plain), term);
}

// Pairs of words -> for the root of each first one the roots of the second.
/** @param {string[]} pairs @param {(term: string) => string} root */
function sensesOf(pairs, root) {
  const roots = pairs.map((pair) => pair.split(" ").map(root));
  return new Map(roots.map(([said]) => [said, roots.filter(([other]) => other === said).map(([, meant]) => meant)]));
}

// The books of a shelf share most of their words.
/** @param {(term: string) => string} root @returns {(term: string) => string} */
function remembering(root) {
  /** @type {Map<string, string>} */
  const known = new Map();
  return (term) => {
    const made = known.get(term) ?? root(term);
    known.set(term, made);
    return made;
  };
}

/** @type {Language} */
const PLAIN = { root: (term) => term, stops: new Set(), senses: new Map(), inside: false };
const ENGLISH_MEANT = sensesOf(ENGLISH_SENSES, englishRoot);
const ENGLISH = { root: remembering(englishRoot), stops: ENGLISH_STOPS, senses: ENGLISH_MEANT, inside: false };
// German joins its words, so a word is looked for inside others too.
const GERMAN = { root: germanRoot, stops: GERMAN_STOPS, senses: new Map(), inside: true };
/** @type {Map<string, Language>} */
const LANGUAGES = new Map([["en", ENGLISH], ["de", GERMAN]]);

// A BCP 47 tag -> { root(term), stops, senses, inside }
/** @param {string} tag */
export function languageOf(tag) {
  return LANGUAGES.get(tag.split("-")[0].toLowerCase()) ?? PLAIN;
}
