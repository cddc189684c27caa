import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/** Base direction of a text. `auto`: that of its first strong letter (UAX 9, P2). */
export type Direction = 'auto' | 'ltr' | 'rtl';

/** Embedding levels of a paragraph (UAX #9). Odd levels are right to left. */
export interface BidiLevels {
  /** Level of each UTF-16 unit. */
  levels: Uint8Array;
  base: number;
}

/** Computes the embedding levels of `paragraph`. `auto`: the first letter that has a direction decides. */
export function bidiLevels(paragraph: string, direction: Direction): BidiLevels {
  const found = bidi.getEmbeddingLevels(paragraph, direction === 'auto' ? undefined : direction);
  return { levels: found.levels, base: found.paragraphs[0]?.level ?? (direction === 'rtl' ? 1 : 0) };
}

/** Sorts the runs of one line into drawing order, left to right (rule L2). */
export function visualOrder<Run extends { level: number }>(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const levels = runs.map((run) => run.level);
  const lowestOdd = Math.min(...levels.filter((level) => level % 2 === 1));
  for (let level = Math.max(0, ...levels); level >= lowestOdd; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end += 1;
      if (end - start > 1) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  }
  return ordered;
}
