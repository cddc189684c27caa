import type { TextCell, TextRow } from '@framemill/timeline';

// Carets and selections of a text whose lines are known. Offsets are UTF-16 units of the content; lengths are pixels of
// the clip's box before scale and rotation.

/** Caret, or the left edge of a line. */
export interface CaretPlace {
  x: number;
  top: number;
  bottom: number;
}

/** Part of a selection, or of a composition, in one line. */
export interface RowPart {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Width of the mark of a selected line break, as a fraction of the line's height. */
const BREAK_WIDTH = 0.2;

/** Returns the index of the line in which the caret before `at` is drawn. */
export function rowIndexAt(rows: readonly TextRow[], at: number): number {
  return Math.max(
    0,
    rows.findLastIndex(({ start }) => start <= at),
  );
}

/** Returns the place of the caret before `at`; null for a text without lines. */
export function caretAt(rows: readonly TextRow[], at: number): CaretPlace | null {
  const row = rows[rowIndexAt(rows, at)];
  return row ? { x: caretX(row, at), top: row.top, bottom: row.bottom } : null;
}

/** Between two directions of writing, the caret is next to the letter before it. */
function caretX({ x, cells }: TextRow, at: number): number {
  const before = cells.findLast(({ end }) => end <= at);
  if (before) return endX(before);
  const [first] = cells;
  return first ? startX(first) : x;
}

function startX({ left, right, rightToLeft }: TextCell): number {
  return rightToLeft ? right : left;
}

function endX({ left, right, rightToLeft }: TextCell): number {
  return rightToLeft ? left : right;
}

/** Returns the offset whose caret is nearest to a point. */
export function offsetAt(rows: readonly TextRow[], [x, y]: readonly [number, number]): number {
  const row =
    rows.find(({ bottom }, index) => y < (bottom + (rows[index + 1]?.top ?? Number.POSITIVE_INFINITY)) / 2) ??
    rows.at(-1);
  return row ? offsetIn(row, x) : 0;
}

function offsetIn({ start, cells }: TextRow, x: number): number {
  const distance = ({ left, right }: TextCell) => Math.max(left - x, x - right, 0);
  const [nearest] = cells.toSorted((a, b) => distance(a) - distance(b));
  if (!nearest) return start;
  return Math.abs(x - startX(nearest)) <= Math.abs(x - endX(nearest)) ? nearest.start : nearest.end;
}

/**
 * Returns the offset in the line `by` lines below the caret before `at` (negative: above), nearest to `x`. Above the
 * first line, it is the start of the text; below the last line, its end.
 */
export function offsetBelow(rows: readonly TextRow[], at: number, by: number, x: number): number {
  const index = rowIndexAt(rows, at) + by;
  const row = rows[index];
  if (row) return offsetIn(row, x);
  return index < 0 ? 0 : (rows.at(-1)?.end ?? 0);
}

/** Returns the parts of lines that a range covers. A line break in the range is a narrow part of its own. */
export function partsOf(rows: readonly TextRow[], start: number, end: number): RowPart[] {
  if (end <= start) return [];
  return rows.flatMap((row, index) => {
    const { top, bottom } = row;
    const edges = row.cells
      .filter((cell) => cell.start < end && cell.end > start)
      .map(({ left, right }): [number, number] => [left, right]);
    const hasBreak = start <= row.end && end > row.end && index < rows.length - 1;
    if (hasBreak) {
      const x = caretX(row, row.end);
      edges.push([x, x + (bottom - top) * BREAK_WIDTH]);
    }
    return joined(edges).map(([left, right]) => ({ left, right, top, bottom }));
  });
}

function joined(edges: readonly [number, number][]): [number, number][] {
  const found: [number, number][] = [];
  for (const [left, right] of edges.toSorted(([a], [b]) => a - b)) {
    const last = found.at(-1);
    if (last && left <= last[1] + 0.5) last[1] = Math.max(last[1], right);
    else found.push([left, right]);
  }
  return found;
}

/** Returns the range of the word at an offset, or of the space between two words. */
export function wordAt(content: string, at: number): [start: number, end: number] {
  const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(content)];
  const word = words.find(({ index, segment }) => at < index + segment.length) ?? words.at(-1);
  return word ? [word.index, word.index + word.segment.length] : [0, 0];
}
