/** Range of a text: [start, end) in UTF-16 units. */
export interface TextRange {
  start: number;
  end: number;
}

/** Input for breaking lines. */
export interface LineBreaks {
  text: string;
  /** Returns the positions at which a line may start within a range, including its end, in order. */
  opportunities(range: TextRange): number[];
  graphemes: Intl.Segmenter;
  /** Returns the width of a line in pixels. */
  measure(range: TextRange): number;
  /** Whether a word that is wider than a line is split. If not, it has a line to itself and exceeds the width. */
  cutsWords: boolean;
}

/** Lines of a paragraph, and whether one of its words is wider than `maxWidth`. */
export interface BrokenLines {
  lines: TextRange[];
  hasWideWord: boolean;
}

/** Breaks `paragraph` into lines of up to `maxWidth` pixels. Spaces at the end of a line are excluded. */
export function breakLines(paragraph: TextRange, maxWidth: number, breaks: LineBreaks): BrokenLines {
  const trimmed = (range: TextRange) => withoutEndSpaces(breaks.text, range);
  const fits = (range: TextRange) => breaks.measure(trimmed(range)) <= maxWidth;
  const ends = breaks.opportunities(paragraph);
  const lines: TextRange[] = [];
  let hasWideWord = false;
  let { start } = paragraph;
  for (let from = 0; from < ends.length; ) {
    const word = { start, end: ends[from] ?? paragraph.end };
    if (!fits(word)) {
      hasWideWord = true;
      const parts = breaks.cutsWords ? cutWord(word, fits, breaks) : [word];
      const last = parts.pop() ?? word;
      lines.push(...parts.map(trimmed));
      // The following words may be on the same line as its last part.
      start = last.start;
    }
    const lineStart = start;
    const next = longestFitting(from, ends, (end) => fits({ start: lineStart, end }));
    const end = ends[next - 1] ?? paragraph.end;
    lines.push(trimmed({ start, end }));
    start = end;
    from = next;
  }
  return { lines: lines.length > 0 ? lines : [paragraph], hasWideWord };
}

function withoutEndSpaces(text: string, { start, end }: TextRange): TextRange {
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

/** Splits a word that is wider than a line into parts of at least one grapheme. */
function cutWord(word: TextRange, fits: (range: TextRange) => boolean, { text, graphemes }: LineBreaks): TextRange[] {
  const segments = [...graphemes.segment(text.slice(word.start, word.end))];
  const ends = segments.map(({ segment, index }) => word.start + index + segment.length);
  const parts: TextRange[] = [];
  for (let from = 0; from < ends.length; ) {
    const start = from === 0 ? word.start : (ends[from - 1] ?? word.end);
    const next = longestFitting(from, ends, (end) => fits({ start, end }));
    parts.push({ start, end: ends[next - 1] ?? word.end });
    from = next;
  }
  return parts;
}

// Doubles the length until it no longer fits, then bisects: a word may have thousands of letters.
function longestFitting(from: number, ends: readonly number[], fits: (end: number) => boolean): number {
  const fitsUpTo = (count: number) => fits(ends[count - 1] ?? 0);
  let good = from + 1;
  let step = 1;
  while (good + step <= ends.length && fitsUpTo(good + step)) {
    good += step;
    step *= 2;
  }
  let bad = Math.min(good + step, ends.length + 1);
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (fitsUpTo(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
