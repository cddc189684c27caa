import type { TextStyle } from '../document/text-style.ts';

/** A timed word with its position in the content, as an index of UTF-16 units. Seconds from the clip's start. */
export interface PlacedWord {
  source: number;
  /** Length in UTF-16 units. */
  length: number;
  start: number;
  end: number;
}

/**
 * Finds the timed words of a caption in its content, in order.
 * Words that were edited out are omitted; added text belongs to the word before it.
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

/**
 * Converts capitals to lower case without changing the length. The Turkish İ would become two units and shift all later
 * positions.
 */
function folded(text: string): string {
  return text.replace(/\p{Lu}/gu, (capital) => {
    const small = capital.toLowerCase();
    return small.length === capital.length ? small : capital;
  });
}
