import type { TextLayout, TextLine } from './text-layout.ts';

/** Grapheme of a line: what a caret steps over. `left` and `right` are pixels from the left of the text block. */
export interface TextCell {
  /** Range in the content, in UTF-16 units. */
  start: number;
  end: number;
  left: number;
  right: number;
  rightToLeft: boolean;
}

/** Line of a text with the places of its carets. Lengths are pixels from the top left of the text block. */
export interface TextRow {
  /** Range of the line in the content, in UTF-16 units, without its line break and the spaces at which it wrapped. */
  start: number;
  end: number;
  top: number;
  bottom: number;
  /** Horizontal position of the caret in a line without letters. */
  x: number;
  /** Graphemes in the order of the content. */
  cells: TextCell[];
}

/** Returns the lines of a text with the position of each grapheme. `content` is the text that was laid out. */
export function textRows(layout: TextLayout, content: string): TextRow[] {
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return layout.lines.map((line) => ({
    start: line.start,
    end: line.end,
    top: line.baseline - line.ascent,
    bottom: line.baseline + line.descent,
    x: line.x,
    cells: cellsOf(line, [...graphemes.segment(content.slice(line.start, line.end))]),
  }));
}

/** Glyphs that share their origin in the content. */
interface Cluster {
  source: number;
  left: number;
  right: number;
  rightToLeft: boolean;
}

function cellsOf(line: TextLine, graphemes: readonly Intl.SegmentData[]): TextCell[] {
  const clusters = clustersOf(line);
  const starts = graphemes.map(({ index }) => line.start + index);
  return graphemes.map(({ segment }, place): TextCell => {
    const start = starts[place] ?? line.start;
    const end = start + segment.length;
    const own = clusters.filter(({ source }) => source >= start && source < end);
    const before = clusters.findLast(({ source }) => source < start);
    const [first = before] = own;
    if (!first) return { start, end, left: line.x, right: line.x, rightToLeft: false };
    if (own.length > 0) {
      // A ligature has one cluster for several graphemes, which divide its width.
      const next = clusters.find(({ source }) => source >= end)?.source ?? line.end;
      const inside = starts.filter((one) => one >= start && one < next).length;
      const left = Math.min(...own.map((cluster) => cluster.left));
      const right = Math.max(...own.map((cluster) => cluster.right));
      return { start, end, ...part({ left, right }, 0, inside, first.rightToLeft), rightToLeft: first.rightToLeft };
    }
    const next = clusters.find(({ source }) => source > first.source)?.source ?? line.end;
    const inside = starts.filter((one) => one >= first.source && one < next);
    return {
      start,
      end,
      ...part(first, inside.indexOf(start), inside.length, first.rightToLeft),
      rightToLeft: first.rightToLeft,
    };
  });
}

function part({ left, right }: { left: number; right: number }, index: number, count: number, rightToLeft: boolean) {
  const width = (right - left) / Math.max(1, count);
  const from = rightToLeft ? count - 1 - index : index;
  return { left: left + width * from, right: left + width * (from + 1) };
}

/** Returns the clusters of a line in the order of the content. */
function clustersOf({ x, glyphs }: TextLine): Cluster[] {
  const clusters = new Map<number, Cluster>();
  let pen = x;
  for (const { source, advance, rightToLeft } of glyphs) {
    const known = clusters.get(source);
    const [left, right] = [Math.min(pen, pen + advance), Math.max(pen, pen + advance)];
    clusters.set(source, {
      ...{ source, rightToLeft },
      left: Math.min(known?.left ?? left, left),
      right: Math.max(known?.right ?? right, right),
    });
    pen += advance;
  }
  return [...clusters.values()].toSorted((a, b) => a.source - b.source);
}
