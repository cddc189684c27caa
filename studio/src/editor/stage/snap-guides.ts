import type { Point } from './box-frame.ts';

/** Guide lines that a dragged box snaps to, in canvas pixels. */
export interface GuideLines {
  /** X positions of vertical lines. */
  xs: readonly number[];
  /** Y positions of horizontal lines. */
  ys: readonly number[];
}

type Bounds = readonly [left: number, top: number, right: number, bottom: number];

/** Fractions of the canvas size in which titles and actions are safe. Screens may crop what is outside. */
export const SAFE = { title: 0.9, action: 0.95 };

/**
 * Returns the guide lines of a canvas and of the other boxes on it: edges, centres, and the canvas's title-safe edges.
 */
export function guideLines(canvas: { width: number; height: number }, others: readonly Bounds[]): GuideLines {
  const lines = (side: number, from: 0 | 1) => {
    const edge = (side * (1 - SAFE.title)) / 2;
    const own = others.flatMap((bounds) => edgesOf(bounds[from], bounds[from + 2] ?? 0));
    return [0, side / 2, side, edge, side - edge, ...own];
  };
  return { xs: lines(canvas.width, 0), ys: lines(canvas.height, 1) };
}

/**
 * Returns the movement of a box after snapping, and the lines it snapped to. An edge or the centre of the box snaps to
 * a line at most `within` canvas pixels away.
 */
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
