import type { TextStyle } from '../document/text-style.ts';

/** A timed word and where it starts in the content, as an index of UTF-16 units. Seconds from the clip's start. */
export interface PlacedWord {
  source: number;
  /** UTF-16 units. */
  length: number;
  start: number;
  end: number;
}

/**
 * Finds the timed words of a caption in its content, in order. Words that were edited away are left out; what was added
 * belongs to the word before it.
 */
export function captionWords({ content, words = [] }: TextStyle): PlacedWord[] {
  const placed: PlacedWord[] = [];
  const searched = folded(content);
  let from = 0;
  for (const { text, start, end } of words) {
    const wanted = folded(text.trim());
    const source = wanted === '' ? -1 : searched.indexOf(wanted, from);
    if (source < 0) continue;
    placed.push({ source, length: wanted.length, start, end: Math.max(start, end) });
    from = source + wanted.length;
  }
  return placed;
}

/** Small letters at the places of the capitals: the Turkish İ would become two units and move all that follows. */
function folded(text: string): string {
  return text.replace(/\p{Lu}/gu, (capital) => {
    const small = capital.toLowerCase();
    return small.length === capital.length ? small : capital;
  });
}
