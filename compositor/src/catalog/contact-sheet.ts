/** Most pictures on one contact sheet. */
export const MOST_SHEET_IMAGES = 9;

/** A sheet's largest size, pixels. */
const most = { width: 1280, height: 960 };
/** Between pictures, and around them all. */
const gap = 8;
/** Height of the strip below a picture that holds its time. */
const label = 28;
/** Longest side of a picture: two of them lie side by side. */
const longestSide = (most.width - 3 * gap) / 2;
/** Pictures of frames are not made smaller. */
const leastScale = 0.05;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where the parts of a sheet lie, pixels. A picture's time is written in the `label` rows below it. */
export interface SheetLayout extends Size {
  readonly label: number;
  /** Upper left corners of the pictures, row by row. */
  readonly cells: readonly { readonly x: number; readonly y: number }[];
}

/** The scale, relative to a document of `size`, of `count` pictures that fill a sheet of at most 1280x960; their width is even. */
export function sheetScale(count: number, { width, height }: Size): number {
  const scales = Array.from({ length: count }, (_, index) => {
    const columns = index + 1;
    const rows = Math.ceil(count / columns);
    const widest = (most.width - gap * (columns + 1)) / columns;
    // A pixel less: frames have even heights, by rounding.
    const highest = (most.height - gap * (rows + 1)) / rows - label - 1;
    return Math.min(widest / width, highest / height);
  });
  const scale = Math.min(1, longestSide / Math.max(width, height), Math.max(...scales));
  return Math.max(leastScale, (2 * Math.floor((width * scale) / 2)) / width);
}

/** Lays out `count` pictures of one size in rows of nearly equal length. */
export function sheetLayout(count: number, { width, height }: Size): SheetLayout {
  const fitting = Math.max(1, Math.floor((most.width - gap) / (width + gap)));
  const columns = Math.ceil(count / Math.ceil(count / fitting));
  const rows = Math.ceil(count / columns);
  const cells = Array.from({ length: count }, (_, index) => ({
    x: gap + (index % columns) * (width + gap),
    y: gap + Math.floor(index / columns) * (height + label + gap),
  }));
  return { label, cells, width: gap + columns * (width + gap), height: gap + rows * (height + label + gap) };
}
