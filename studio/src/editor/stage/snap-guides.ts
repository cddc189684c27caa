import type { Point } from './box-frame.ts';

/** Lines that a dragged box snaps to, in pixels of the canvas. */
export interface GuideLines {
  /** Of upright lines. */
  xs: readonly number[];
  /** Of level ones. */
  ys: readonly number[];
}

type Bounds = readonly [left: number, top: number, right: number, bottom: number];

/** Shares of the canvas that titles and actions keep to: what lies outside may be cut off by screens. */
export const SAFE = { title: 0.9, action: 0.95 };

/** The lines of a canvas and of the other boxes on it: edges and middles. */
export function guideLines(canvas: { width: number; height: number }, others: readonly Bounds[]): GuideLines {
  const lines = (side: number, from: 0 | 1) => {
    const edge = (side * (1 - SAFE.title)) / 2;
    const own = others.flatMap((bounds) => edgesOf(bounds[from], bounds[from + 2] ?? 0));
    return [0, side / 2, side, edge, side - edge, ...own];
  };
  return { xs: lines(canvas.width, 0), ys: lines(canvas.height, 1) };
}

/** How far to move a box so that an edge or its middle lies on a line at most `within` away, and the lines that it lies on then. */
export function snapBox(
  bounds: Bounds,
  by: Point,
  lines: GuideLines,
  within: number,
): { by: Point; guides: GuideLines } {
  const x = nearest(edgesOf(bounds[0] + by[0], bounds[2] + by[0]), lines.xs, within);
  const y = nearest(edgesOf(bounds[1] + by[1], bounds[3] + by[1]), lines.ys, within);
  return {
    by: [by[0] + (x?.by ?? 0), by[1] + (y?.by ?? 0)],
    guides: { xs: x ? [x.line] : [], ys: y ? [y.line] : [] },
  };
}

function edgesOf(start: number, end: number): number[] {
  return [start, (start + end) / 2, end];
}

function nearest(edges: readonly number[], lines: readonly number[], within: number) {
  let best: { by: number; line: number } | null = null;
  for (const edge of edges) {
    for (const line of lines) {
      const by = line - edge;
      if (Math.abs(by) <= within && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, line };
    }
  }
  return best;
}
