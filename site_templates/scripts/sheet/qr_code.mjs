// A text -> a QR code of it (ISO/IEC 18004, bytes, the lowest level of correction), as rows of dark and light modules. Nothing
// here knows of pages: Node tests it.
import { element } from "../page/element.mjs";
import { say } from "../page/words.mjs";

const SVG = "http://www.w3.org/2000/svg";
const QUIET = 4; // modules of white around a code

// An address -> its code on the page, for the camera of another phone, or why there is none.
/** @param {string} address */
export function drawnCode(address) {
  const code = qrCode(address);
  if (code === null) return element("p", {}, say("sheet_qr_long"));
  const size = code.length + 2 * QUIET;
  const image = document.createElementNS(SVG, "svg");
  image.setAttribute("viewBox", `0 0 ${size} ${size}`);
  image.setAttribute("role", "img");
  image.setAttribute("aria-label", say("sheet_qr"));
  image.setAttribute("class", "qr-code");
  const path = document.createElementNS(SVG, "path");
  const dark = code.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])));
  path.setAttribute("d", dark.join(""));
  image.append(path);
  return image;
}

// For each version: check words of a block, and how many blocks there are.
const CHECK_WORDS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25];
const LARGEST = 40;
const LEVEL = 1;

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

// A text -> rows of modules, true where they are dark; null where it is longer than any code.
/** @param {string} text @returns {boolean[][] | null} */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = Array.from({ length: LARGEST }, (_, index) => index + 1).find((each) => 4 + countBits(each) + 8 * bytes.length <= 8 * dataWords(each));
  if (!version) return null;
  const words = interleaved(version, padded(version, bytes));
  const drawn = MASKS.map((_, mask) => drawCode(version, words, mask));
  return drawn.reduce((best, each) => (unrest(each) < unrest(best) ? each : best));
}

/** @param {number} version */
const countBits = (version) => (version < 10 ? 8 : 16);
/** @param {number} version */
const dataWords = (version) => Math.floor(freeModules(version) / 8) - CHECK_WORDS[version - 1] * BLOCKS[version - 1];

// What the patterns of a version leave for data.
/** @param {number} version */
function freeModules(version) {
  const marks = version > 1 ? Math.floor(version / 7) + 2 : 0;
  const taken = marks > 0 ? (25 * marks - 10) * marks - 55 : 0;
  return (16 * version + 128) * version + 64 - taken - (version >= 7 ? 36 : 0);
}

// The head, the bytes, an end, and filling up to the last word.
/** @param {number} version @param {Uint8Array} bytes */
function padded(version, bytes) {
  /** @type {number[]} */
  const bits = [];
  const add = (/** @type {number} */ value, /** @type {number} */ size) => bits.push(...Array.from({ length: size }, (_, index) => (value >>> (size - 1 - index)) & 1));
  add(4, 4);
  add(bytes.length, countBits(version));
  for (const byte of bytes) add(byte, 8);
  const room = 8 * dataWords(version);
  add(0, Math.min(4, room - bits.length));
  add(0, (8 - (bits.length % 8)) % 8);
  for (let fill = 0xec; bits.length < room; fill ^= 0xec ^ 0x11) add(fill, 8);
  return Array.from({ length: room / 8 }, (_, word) => bits.slice(8 * word, 8 * word + 8).reduce((value, bit) => 2 * value + bit, 0));
}

// Blocks of nearly one length, each with its check words; then the first words of all, the second of all, and so on.
/** @param {number} version @param {number[]} words */
function interleaved(version, words) {
  const count = BLOCKS[version - 1];
  const check = CHECK_WORDS[version - 1];
  const short = Math.floor(words.length / count);
  const long = words.length % count;
  const divisor = generator(check);
  const blocks = Array.from({ length: count }, (_, index) => {
    const start = index * short + Math.max(0, index - (count - long));
    return words.slice(start, start + short + (index >= count - long ? 1 : 0));
  });
  const checks = blocks.map((block) => remainder(block, divisor));
  const across = (/** @type {number[][]} */ rows, /** @type {number} */ length) => Array.from({ length }, (_, place) => rows.flatMap((row) => row[place] ?? [])).flat();
  return [...across(blocks, short + 1), ...across(checks, check)];
}

/** @param {number} one @param {number} other */
function times(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) product = ((product << 1) ^ ((product >>> 7) * 0x11d)) ^ (((other >>> bit) & 1) * one);
  return product;
}

/** @param {number} degree */
function generator(degree) {
  const made = [...Array(degree - 1).fill(0), 1];
  for (let step = 0, root = 1; step < degree; step += 1, root = times(root, 2)) {
    for (let place = 0; place < degree; place += 1) made[place] = times(made[place], root) ^ (made[place + 1] ?? 0);
  }
  return made;
}

/** @param {number[]} block @param {number[]} divisor */
function remainder(block, divisor) {
  const left = Array(divisor.length).fill(0);
  for (const word of block) {
    const factor = word ^ left.shift();
    left.push(0);
    divisor.forEach((each, place) => (left[place] ^= times(each, factor)));
  }
  return left;
}

/** @param {number} version @param {number[]} words @param {number} mask */
function drawCode(version, words, mask) {
  const size = 17 + 4 * version;
  /** @type {(boolean | null)[][]} */
  const code = Array.from({ length: size }, () => Array(size).fill(null));
  drawPatterns(code, version, mask);
  let bit = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (code[y][x] !== null) continue;
        const dark = bit < 8 * words.length && ((words[bit >>> 3] >>> (7 - (bit & 7))) & 1) === 1;
        code[y][x] = dark !== MASKS[mask](x, y);
        bit += 1;
      }
    }
  }
  return /** @type {boolean[][]} */ (code);
}

// Corners, marks, the two dotted lines, and what says how the rest is to be read.
/** @param {(boolean | null)[][]} code @param {number} version @param {number} mask */
function drawPatterns(code, version, mask) {
  const size = code.length;
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ dark) => {
    if (x >= 0 && y >= 0 && x < size && y < size) code[y][x] = dark;
  };
  for (let place = 0; place < size; place += 1) {
    set(6, place, place % 2 === 0);
    set(place, 6, place % 2 === 0);
  }
  const square = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ reach, /** @type {(ring: number) => boolean} */ dark) => {
    for (let down = -reach; down <= reach; down += 1) for (let over = -reach; over <= reach; over += 1) set(x + over, y + down, dark(Math.max(Math.abs(over), Math.abs(down))));
  };
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  const marks = markPlaces(version, size);
  const last = marks.length - 1;
  marks.forEach((x, column) => marks.forEach((y, row) => {
    if (!((column === 0 && (row === 0 || row === last)) || (column === last && row === 0))) square(x, y, 2, (ring) => ring !== 1);
  }));
  drawReading(size, mask, set);
  if (version >= 7) drawVersion(size, version, set);
}

/** @param {number} version @param {number} size */
function markPlaces(version, size) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : 2 * Math.ceil((4 * version + 4) / (2 * count - 2));
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - (count - 2 - index) * step)];
}

/** @param {number} size @param {number} mask @param {(x: number, y: number, dark: boolean) => void} set */
function drawReading(size, mask, set) {
  const said = 8 * LEVEL + mask;
  const bits = (1024 * said + checkBits(said, 10, 0x537)) ^ 0x5412;
  const bit = (/** @type {number} */ index) => ((bits >>> index) & 1) === 1;
  for (let index = 0; index < 15; index += 1) {
    if (index < 6) set(8, index, bit(index));
    else if (index < 8) set(8, index + 1, bit(index));
    else set(index === 8 ? 7 : 14 - index, 8, bit(index));
    if (index < 8) set(size - 1 - index, 8, bit(index));
    else set(8, size - 15 + index, bit(index));
  }
  set(8, size - 8, true);
}

/** @param {number} size @param {number} version @param {(x: number, y: number, dark: boolean) => void} set */
function drawVersion(size, version, set) {
  const bits = 4096 * version + checkBits(version, 12, 0x1f25);
  for (let index = 0; index < 18; index += 1) {
    const [across, along] = [size - 11 + (index % 3), Math.floor(index / 3)];
    const dark = ((bits >>> index) & 1) === 1;
    set(across, along, dark);
    set(along, across, dark);
  }
}

/** @param {number} value @param {number} size @param {number} divisor */
function checkBits(value, size, divisor) {
  let rest = value;
  for (let step = 0; step < size; step += 1) rest = (rest << 1) ^ ((rest >>> (size - 1)) * divisor);
  return rest;
}

// How much in a code may mislead a camera: runs and blocks of one colour, and more of one than of the other.
/** @param {boolean[][]} code */
function unrest(code) {
  const size = code.length;
  let points = 0;
  let dark = 0;
  for (let line = 0; line < size; line += 1) {
    for (const at of [(/** @type {number} */ place) => code[line][place], (/** @type {number} */ place) => code[place][line]]) {
      let run = 1;
      for (let place = 1; place < size; place += 1) {
        run = at(place) === at(place - 1) ? run + 1 : 1;
        if (run === 5) points += 3;
        else if (run > 5) points += 1;
      }
    }
    for (let place = 0; place < size; place += 1) {
      dark += Number(code[line][place]);
      const same = line > 0 && place > 0 && code[line][place] === code[line - 1][place] && code[line][place] === code[line][place - 1] && code[line][place] === code[line - 1][place - 1];
      if (same) points += 3;
    }
  }
  return points + 10 * Math.floor(Math.abs((20 * dark) / (size * size) - 10));
}
