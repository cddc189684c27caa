import type { Layout } from '../vocabulary/index.ts';

/** A rectangle of the canvas: the offset of its centre from the canvas centre, and its size. Pixels. */
export interface Cell {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Canvas {
  width: number;
  height: number;
}

/** Width and height of a small picture-in-picture cell, as shares of the canvas. */
const PIP_SHARE = 0.3;

/** Default distance of small cells from the edge, as a share of the shorter side. */
const PIP_MARGIN = 0.04;

/** Corners for the small cells, in order: right or left, bottom or top. */
const PIP_CORNERS = [
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
] as const;

/** Maximum number of clips in pip: one large clip and one in each corner. */
export const PIP_MOST = PIP_CORNERS.length + 1;

/**
 * Computes the cells of `count` clips, in the order of the clips. `gapPx` is the gap between cells or, with pip, around
 * small ones.
 */
export function layoutCells(layout: Layout, count: number, canvas: Canvas, gapPx: number | undefined): Cell[] {
  if (layout === 'pip') return pipCells(count, canvas, gapPx ?? PIP_MARGIN * Math.min(canvas.width, canvas.height));
  const columns = layout === 'split-h' ? count : layout === 'split-v' ? 1 : Math.ceil(Math.sqrt(count));
  return gridCells(count, columns, canvas, gapPx ?? 0);
}

function pipCells(count: number, canvas: Canvas, marginPx: number): Cell[] {
  const width = canvas.width * PIP_SHARE;
  const height = canvas.height * PIP_SHARE;
  const small = PIP_CORNERS.slice(0, count - 1).map(
    ([right, bottom]): Cell => ({
      x: right * ((canvas.width - width) / 2 - marginPx),
      y: bottom * ((canvas.height - height) / 2 - marginPx),
      width,
      height,
    }),
  );
  return [{ x: 0, y: 0, ...canvas }, ...small];
}

/** Computes a grid, row by row from the top left. A last row that is not full is centred. */
function gridCells(count: number, columns: number, canvas: Canvas, gapPx: number): Cell[] {
  const rows = Math.ceil(count / columns);
  const width = (canvas.width - gapPx * (columns - 1)) / columns;
  const height = (canvas.height - gapPx * (rows - 1)) / rows;
  return Array.from({ length: count }, (_, place): Cell => {
    const row = Math.floor(place / columns);
    const inRow = Math.min(columns, count - row * columns);
    return {
      x: ((place % columns) - (inRow - 1) / 2) * (width + gapPx),
      y: (row - (rows - 1) / 2) * (height + gapPx),
      width,
      height,
    };
  });
}
