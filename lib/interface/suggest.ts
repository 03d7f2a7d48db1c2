/**
 * Texts longer than this are never a misspelling of a short word; comparing them would only cost
 * time.
 */
const LONGEST = 40;

/**
 * How many insertions, deletions, replacements and swaps of neighbours turn `from` into `to`
 * (Damerau–Levenshtein, optimal string alignment). Time is the product of the lengths.
 */
export function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      let best = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[to.length] ?? 0;
}

/**
 * Returns the candidate that is most similar to a misspelt word, case, `_` and `-` aside: at most a
 * third of it may differ.
 */
export function suggest(input: string, candidates: readonly string[]): string | undefined {
  if (input.length > LONGEST) return undefined;
  const plain = (word: string) => word.toLowerCase().replace(/[_-]/g, "");
  const target = plain(input);
  let best: string | undefined;
  let least = Infinity;
  for (const word of candidates) {
    if (word === input) continue;
    const distance = editDistance(target, plain(word));
    if (
      distance < least &&
      distance <= Math.max(1, Math.floor(word.length / 3)) &&
      distance < plain(word).length
    ) {
      best = word;
      least = distance;
    }
  }
  return best;
}
