import { lookUp } from './colour.ts';

/** Planar image of 8 to 12-bit samples. Chroma has half the columns, and half the rows unless `tall`. */
export interface WideImage {
  readonly width: number;
  readonly height: number;
  readonly tall: boolean;
  readonly luma: Uint16Array;
  readonly u: Uint16Array;
  readonly v: Uint16Array;
}

/**
 * Coefficients that convert samples to gamma-encoded RGB: the red channel is luma + `red` * v, and the other channels
 * are computed likewise. Luma is (sample - `black`) / `lumaRange`; u and v are (sample - `grey`) / `chromaRange`.
 */
export interface WideCoding {
  readonly black: number;
  readonly lumaRange: number;
  readonly grey: number;
  readonly chromaRange: number;
  readonly red: number;
  readonly greenU: number;
  readonly greenV: number;
  readonly blue: number;
}

/**
 * Reference implementation of `wideToPlanar`, in floating point. `values` is a lookup table with `size` entries along
 * each of its three axes. It maps gamma-encoded RGB of the source to BT.709 luma, blue difference and red difference:
 * three numbers (0-255) for each entry, and red varies fastest.
 */
export function wideToPlanar(picture: WideImage, coding: WideCoding, values: Float32Array, size: number) {
  const { width, height } = picture;
  const pixels = Array.from({ length: width * height }, (_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    const grey = ((picture.luma[index] ?? 0) - coding.black) / coding.lumaRange;
    const u = (chromaAt(picture, picture.u, x, y) - coding.grey) / coding.chromaRange;
    const v = (chromaAt(picture, picture.v, x, y) - coding.grey) / coding.chromaRange;
    const colour = [grey + coding.red * v, grey + coding.greenU * u + coding.greenV * v, grey + coding.blue * u];
    const [r = 0, g = 0, b = 0] = colour.map((value) => Math.min(1, Math.max(0, value)));
    return lookUp(values, size, [r, g, b]);
  });
  const at = (x: number, y: number, k: number) =>
    pixels[Math.min(height - 1, y) * width + Math.min(width - 1, Math.max(0, x))]?.[k] ?? 0;
  const site = (x: number, y: number, k: number) =>
    [y, y + 1].reduce((sum, row) => sum + at(x - 1, row, k) + 2 * at(x, row, k) + at(x + 1, row, k), 0) / 8;
  const [columns, rows] = [(width + 1) >> 1, (height + 1) >> 1];
  const plane = (k: number) =>
    Uint8Array.from({ length: columns * rows }, (_, index) =>
      Math.round(site(2 * (index % columns), 2 * Math.floor(index / columns), k)),
    );
  return { luma: Uint8Array.from(pixels, ([level = 0]) => Math.round(level)), u: plane(1), v: plane(2) };
}

/**
 * Interpolates a chroma plane at a luma pixel. A chroma sample is at the left one of two luma columns. It is between
 * two rows, unless every row has its own samples (`tall`).
 */
function chromaAt({ width, height, tall }: WideImage, plane: Uint16Array, x: number, y: number): number {
  const columns = (width + 1) >> 1;
  const rows = tall ? height : (height + 1) >> 1;
  const left = x >> 1;
  const right = x & 1 ? Math.min(columns - 1, left + 1) : left;
  const across = (row: number) => {
    const start = Math.min(rows - 1, Math.max(0, row)) * columns;
    return ((plane[start + left] ?? 0) + (plane[start + right] ?? 0)) / 2;
  };
  if (tall) return across(y);
  const near = y >> 1;
  return across(near) * 0.75 + across(y & 1 ? near + 1 : near - 1) * 0.25;
}

/** Luma weights of red and blue. */
type Shares = readonly [red: number, blue: number];

const bt709: Shares = [0.2126, 0.0722];

/** Reference implementation of `recodePlanes` on 8-bit samples, in floating point, through red, green and blue. */
export function recodePlanes(picture: WideImage, shares: Shares, range: 'full' | 'limited') {
  const { width, height, luma, u, v } = picture;
  const [black, swingY, swingC] = range === 'full' ? [0, 255, 255] : [16, 219, 224];
  const recoded = (y: number, blue: number, red: number) =>
    coded(decoded([(y - black) / swingY, (blue - 128) / swingC, (red - 128) / swingC], shares));
  const rounded = (level: number) => Math.min(255, Math.max(0, Math.round(level)));
  const lumaAt = (index: number) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    return recoded(luma[index] ?? 0, chromaAt(picture, u, x, y), chromaAt(picture, v, x, y))[0];
  };
  return {
    luma: Uint8Array.from({ length: width * height }, (_, index) => rounded(lumaAt(index))),
    u: Uint8Array.from(u, (blue, index) => rounded(recoded(black, blue, v[index] ?? 0)[1])),
    v: Uint8Array.from(v, (red, index) => rounded(recoded(black, u[index] ?? 0, red)[2])),
  };
}

function decoded([y, u, v]: readonly [number, number, number], [kr, kb]: Shares): readonly [number, number, number] {
  const red = y + 2 * (1 - kr) * v;
  const blue = y + 2 * (1 - kb) * u;
  return [red, (y - kr * red - kb * blue) / (1 - kr - kb), blue];
}

function coded([red, green, blue]: readonly [number, number, number]): readonly [number, number, number] {
  const [kr, kb] = bt709;
  const y = kr * red + (1 - kr - kb) * green + kb * blue;
  return [16 + 219 * y, 128 + (224 * (blue - y)) / (2 * (1 - kb)), 128 + (224 * (red - y)) / (2 * (1 - kr))];
}
