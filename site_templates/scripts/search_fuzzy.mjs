// How far apart two spellings are: letters added, left out, changed, or two of them swapped, each counting one.

// Two words, the most that counts -> their distance, or most + 1 for anything farther.
export function distance(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      line[column] = Math.min(last[column] + 1, line[column - 1] + 1, last[column - 1] + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) line[column] = Math.min(line[column], before[column - 2] + 1);
    }
    if (Math.min(...line) > most) return most + 1;
    [before, last] = [last, line];
  }
  return last[b.length];
}

// A word -> how many slips are forgiven: none where nearly every short word would do.
export function forgiven(word) {
  if (word.length < 4) return 0;
  return word.length < 6 ? 1 : 2;
}

// A word, known words, the most slips -> [[known word, slips], …] of those that come nearest. Few people slip
// twice, and at the first letter, too.
export function nearest(word, known, most = forgiven(word)) {
  let found = [];
  let least = most;
  for (const other of most > 0 ? known : []) {
    const slips = distance(word, other, least);
    if (slips > least || (slips > 1 && other[0] !== word[0])) continue;
    if (slips < least) found = [];
    least = slips;
    found.push([other, slips]);
  }
  return found;
}
