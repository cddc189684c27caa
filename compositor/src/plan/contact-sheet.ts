/** Maximum number of images on one contact sheet. */
export const MOST_SHEET_IMAGES = 9;

/** Maximum size of a sheet, in pixels. */
const most = { width: 1280, height: 960 };
/** Gap between images and around all of them, in pixels. */
const gap = 8;
/** Height in pixels of the strip below each image, in which its time is written. */
const label = 28;
/** Maximum length of an image's side, in pixels, at which two images fit side by side. */
const longestSide = (most.width - 3 * gap) / 2;
/** Minimum scale of an image, relative to the size of the document. */
const leastScale = 0.05;

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Positions of the images on a contact sheet, in pixels. The time of each image is written below the image, in a strip
 * that is `label` pixels high.
 */
export interface SheetLayout extends Size {
  readonly label: number;
  /** Top left corners of the images, row by row. */
  readonly cells: readonly { readonly x: number; readonly y: number }[];
}

/**
 * Computes the scale, relative to a document of `size`, at which `count` images fill a sheet of at most 1280x960. The
 * images' width is even.
 */
export function sheetScale(count: number, { width, height }: Size): number {
  const scales = Array.from({ length: count }, (_, index) => {
    const columns = index + 1;
    const rows = Math.ceil(count / columns);
    const widest = (most.width - gap * (columns + 1)) / columns;
    // One pixel less, because heights of frames are rounded to even.
    const highest = (most.height - gap * (rows + 1)) / rows - label - 1;
    return Math.min(widest / width, highest / height);
  });
  const scale = Math.min(1, longestSide / Math.max(width, height), Math.max(...scales));
  return Math.max(leastScale, (2 * Math.floor((width * scale) / 2)) / width);
}

/** Lays out `count` images of equal size in rows with nearly the same number of images. */
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
