/** A part of a text, [start, end) in UTF-16 units. */
export interface TextRange {
  start: number;
  end: number;
}

/** What breaking needs to know. */
export interface LineBreaks {
  text: string;
  /** Where a line may start inside a range, its end included, in order. */
  opportunities(range: TextRange): number[];
  graphemes: Intl.Segmenter;
  /** Width of a line in pixels. */
  measure(range: TextRange): number;
}

/** The lines of a paragraph, and whether a word had to be cut because it alone is wider than `maxWidth`. */
export interface BrokenLines {
  lines: TextRange[];
  brokeWord: boolean;
}

/** Fills lines of `paragraph` up to `maxWidth` pixels. Spaces at the end of a line are not part of it. */
export function breakLines(paragraph: TextRange, maxWidth: number, breaks: LineBreaks): BrokenLines {
  const lines: TextRange[] = [];
  let brokeWord = false;
  let line: TextRange = { start: paragraph.start, end: paragraph.start };
  const trimmed = (range: TextRange) => withoutEndSpaces(breaks.text, range);
  const fits = (range: TextRange) => breaks.measure(trimmed(range)) <= maxWidth;
  for (const end of breaks.opportunities(paragraph)) {
    const longer = { start: line.start, end };
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line.end > line.start) lines.push(trimmed(line));
    line = { start: line.end, end };
    if (fits(line)) continue;
    brokeWord = true;
    const parts = cutWord(line, fits, breaks);
    line = parts.pop() ?? line;
    lines.push(...parts);
  }
  return { lines: [...lines, trimmed(line)], brokeWord };
}

function withoutEndSpaces(text: string, { start, end }: TextRange): TextRange {
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

/** Cuts a word that is wider than a line; each part has at least one grapheme. */
function cutWord(word: TextRange, fits: (range: TextRange) => boolean, { text, graphemes }: LineBreaks): TextRange[] {
  const parts: TextRange[] = [];
  let part: TextRange = { start: word.start, end: word.start };
  for (const { segment, index } of graphemes.segment(text.slice(word.start, word.end))) {
    const at = word.start + index;
    const longer = { start: part.start, end: at + segment.length };
    if (part.end > part.start && !fits(longer)) {
      parts.push(part);
      part = { start: at, end: longer.end };
    } else part = longer;
  }
  return [...parts, part];
}
