/**
 * Returns the name that a misspelt `word` most likely means, or `null` when none is similar enough.
 * Up to a third of the name's letters may differ (one in names of up to five letters), but at most `most` letters.
 */
export function nearestName(
  word: unknown,
  names: readonly string[],
  most: number = Number.POSITIVE_INFINITY,
): string | null {
  if (typeof word !== 'string' || word.length > 64) return null;
  const ranked = names
    .map((name) => ({ name, distance: editDistance(word.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best && best.distance <= Math.min(most, Math.max(1, Math.floor(best.name.length / 3))) ? best.name : null;
}

/** Computes the Levenshtein distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let line = 1; line <= a.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= b.length; column += 1) {
      const replace = (row[column - 1] ?? 0) + (a[line - 1] === b[column - 1] ? 0 : 1);
      next.push(Math.min(replace, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
