/** Pixels of a frame: RGBA with 8 bits a channel, gamma-encoded, full range, rows without gaps. */
export interface FramePixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Number of levels of a value with 8 bits. */
export const LEVELS = 256;

/** Value of a pixel that a waveform or a histogram counts. */
export type PixelValue = 'luma' | 'red' | 'green' | 'blue';

/** Weights of the luma of BT.709 (Recommendation ITU-R BT.709-6, item 3.2). */
const RED = 0.2126;
const GREEN = 0.7152;
const BLUE = 0.0722;

/** Returns the luma of a colour: Y' = 0.2126 R' + 0.7152 G' + 0.0722 B'. All values are gamma-encoded, 0-1. */
export function lumaOf(red: number, green: number, blue: number): number {
  return RED * red + GREEN * green + BLUE * blue;
}

/**
 * Returns the colour differences of a colour: Cb = (B' - Y') / 1.8556 and Cr = (R' - Y') / 1.5748 (Recommendation ITU-R
 * BT.709-6, item 3.3). The channels are 0-1, the results -0.5 to 0.5.
 */
export function chromaOf(red: number, green: number, blue: number): readonly [cb: number, cr: number] {
  const luma = lumaOf(red, green, blue);
  return [(blue - luma) / 1.8556, (red - luma) / 1.5748];
}

/** Numbers of pixels by column and level. */
export interface Waveform {
  readonly columns: number;
  /** Count of a column and a level, at the index `column * LEVELS + level`. */
  readonly counts: Uint32Array;
  /**
   * Number of pixels of a column; the columns of a frame that is not a multiple of `columns` wide differ by one row.
   */
  readonly pixelsPerColumn: number;
}

/** Counts the pixels of a frame by their column and their value. `columns` columns span the whole width. */
export function waveformOf({ data, width, height }: FramePixels, columns: number, value: PixelValue): Waveform {
  const counts = new Uint32Array(columns * LEVELS);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x);
      const index = Math.floor((x * columns) / width) * LEVELS + levelAt(data, at, value);
      counts[index] = (counts[index] ?? 0) + 1;
    }
  }
  return { columns, counts, pixelsPerColumn: (width * height) / columns };
}

/** Counts the pixels of a frame by their value. The result has `LEVELS` counts. */
export function histogramOf({ data }: FramePixels, value: PixelValue): Uint32Array {
  const counts = new Uint32Array(LEVELS);
  for (let at = 0; at < data.length; at += 4) {
    const level = levelAt(data, at, value);
    counts[level] = (counts[level] ?? 0) + 1;
  }
  return counts;
}

/** Returns the level (0-255) of the pixel whose red is at an index. */
function levelAt(data: Uint8ClampedArray, at: number, value: PixelValue): number {
  switch (value) {
    case 'luma':
      return Math.round(lumaOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0));
    case 'red':
      return data[at] ?? 0;
    case 'green':
      return data[at + 1] ?? 0;
    case 'blue':
      return data[at + 2] ?? 0;
  }
}

/**
 * Counts the pixels of a frame by their colour differences, in a square of `size` by `size` places (`vectorPlace`), row
 * by row.
 */
export function vectorscopeOf({ data }: FramePixels, size: number): Uint32Array {
  const counts = new Uint32Array(size * size);
  for (let at = 0; at < data.length; at += 4) {
    const [cb, cr] = chromaOf((data[at] ?? 0) / 255, (data[at + 1] ?? 0) / 255, (data[at + 2] ?? 0) / 255);
    const [x, y] = vectorPlace(cb, cr, size);
    const index = Math.round(y) * size + Math.round(x);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

/**
 * Returns the place of colour differences in a vectorscope of `size` by `size` pixels: Cb goes to the right and Cr
 * upwards, grey is in the middle, and 0.5 is at the edge.
 */
export function vectorPlace(cb: number, cr: number, size: number): readonly [x: number, y: number] {
  return [(0.5 + cb) * (size - 1), (0.5 - cr) * (size - 1)];
}

/** Target of a vectorscope: the place of a bar of the colour bars with 75 % of the full amplitude. */
export interface VectorTarget {
  /** Short name of the colour: R, Mg, B, Cy, G or Yl. */
  name: string;
  cb: number;
  cr: number;
}

/**
 * Targets of the six colours of 75 % colour bars (100/0/75/0 bars, Recommendation ITU-R BT.471-1), whose channels are 0
 * or 0.75, in the colour differences of BT.709.
 */
export const VECTOR_TARGETS: readonly VectorTarget[] = (
  [
    ['R', 1, 0, 0],
    ['Mg', 1, 0, 1],
    ['B', 0, 0, 1],
    ['Cy', 0, 1, 1],
    ['G', 0, 1, 0],
    ['Yl', 1, 1, 0],
  ] as const
).map(([name, red, green, blue]) => {
  const [cb, cr] = chromaOf(0.75 * red, 0.75 * green, 0.75 * blue);
  return { name, cb, cr };
});

/**
 * Angle of the skin line, in degrees counterclockwise from the axis of Cb. It is the axis I of the colour difference
 * signals of SMPTE 170M (33 degrees from the axis of R' - Y'), near which skin of all tones lies.
 */
export const SKIN_ANGLE = 123;

/** Tones of a frame, in percent. */
export interface ToneSummary {
  /** Luma that half of the pixels do not exceed. 0 is black, 100 is white. */
  median: number;
  /** Share of the pixels whose luma is that of black. */
  black: number;
  /** Share of the pixels whose luma is that of white. */
  white: number;
}

/** Returns the tones of a frame with at least one pixel. */
export function toneSummary(frame: FramePixels): ToneSummary {
  const counts = histogramOf(frame, 'luma');
  const pixels = frame.width * frame.height;
  let below = 0;
  const median = counts.findIndex((count) => {
    below += count;
    return below * 2 >= pixels;
  });
  const percent = (level: number) => (100 * (counts[level] ?? 0)) / pixels;
  return { median: (100 * median) / (LEVELS - 1), black: percent(0), white: percent(LEVELS - 1) };
}
