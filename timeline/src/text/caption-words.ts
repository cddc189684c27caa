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
  const searched = content.toLowerCase();
  let from = 0;
  for (const { text, start, end } of words) {
    const wanted = text.trim().toLowerCase();
    const source = wanted === '' ? -1 : searched.indexOf(wanted, from);
    if (source < 0) continue;
    placed.push({ source, length: wanted.length, start, end: Math.max(start, end) });
    from = source + wanted.length;
  }
  return placed;
}
