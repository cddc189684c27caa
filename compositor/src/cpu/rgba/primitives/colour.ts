import type { Rect } from '../../../graph/box.ts';
import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import { looksAtCorners, lutShare } from '../../../graph/primitives/colour.ts';
import type { CubeTable, CurveTable } from '../../../graph/values.ts';
import type { Heap } from '../../../kernels/heap.ts';
import type { Kernels } from '../../../kernels/kernel-module.ts';
import { type DrawScope, type Source, sourceAt } from '../draw-scope.ts';
import type { RgbaSurface } from '../rgba-surface.ts';

// Softness below which an edge is hard, as in ffmpeg's filters.
const softest = 1e-4;
const steepest = 1e7;
/** Makes the pixels of an image that match a key transparent. */
export function drawKey(
  { key }: GraphNodeOf<'key'>,
  area: Rect,
  inputs: readonly Source[],
  { kernels }: DrawScope,
): RgbaSurface {
  const source = sourceAt(inputs, 0);
  const found = looksAtCorners(key) ? cornerChroma(kernels, source.surface) : null;
  const target = source.own(area);
  const { offset, stride, width, height } = target;
  if (key.type === 'chroma') {
    const chroma =
      key.colour === 'corners' ? found : chromaOf(255 * key.colour.r, 255 * key.colour.g, 255 * key.colour.b);
    if (chroma === null) return target;
    const { u, v } = chroma;
    const steepness = steepnessOf(key.smoothness);
    kernels.run.chromaKey(offset, stride, width, height, u, v, key.similarity, steepness, key.spill);
    return target;
  }
  const lowest = key.threshold - key.tolerance;
  const highest = key.threshold + key.tolerance;
  const steepness = steepnessOf(key.softness);
  kernels.run.lumaKey(offset, stride, width, height, lowest, highest, steepness, key.invert ? 1 : 0);
  return target;
}

function steepnessOf(softness: number): number {
  return softness > softest ? 1 / softness : steepest;
}

/** Chroma of a colour: BT.709, limited range, centred on 0. */
export interface Chroma {
  readonly u: number;
  readonly v: number;
}

// A corner is a sixteenth of each side of the image.
const part = 16;
// Chroma magnitude, in levels, below which a colour counts as grey and not as a screen.
const greyest = 18;
// Chroma distance, in levels, below which two corners count as the same screen.
const alike = 36;

/** Computes the BT.709 chroma of a colour whose channels are 0-255. */
function chromaOf(r: number, g: number, b: number): Chroma {
  return { u: -0.100644 * r - 0.338572 * g + 0.439216 * b, v: 0.439216 * r - 0.398942 * g - 0.040274 * b };
}

/**
 * Estimates the chroma of a green or blue screen from the image's corners. If the upper two corners are alike, it is
 * their mean, because the subject in front of a screen often covers the lower ones. Otherwise it is the corner whose
 * colour is nearest to the others. Only opaque pixels count. Returns null when the corners are transparent or grey.
 * Takes 0.2 ms at 1080p.
 */
function cornerChroma(kernels: Kernels, image: RgbaSurface): Chroma | null {
  const width = Math.max(1, Math.floor(image.width / part));
  const height = Math.max(1, Math.floor(image.height / part));
  const means = [0, image.height - height].flatMap((y) =>
    [0, image.width - width].map((x) => meanChroma(kernels, image, { x, y, width, height })),
  );
  const [left, right] = means;
  const shared = left && right && apart(left, right) < alike ? mid(left, right) : nearestToOthers(means);
  return shared === null || apart(shared, { u: 0, v: 0 }) < greyest ? null : shared;
}

function nearestToOthers(corners: readonly (Chroma | null)[]): Chroma | null {
  const known = corners.filter((corner) => corner !== null);
  const far = (one: Chroma) => known.reduce((sum, other) => sum + apart(one, other), 0);
  return known.reduce<Chroma | null>((best, one) => (best && far(best) <= far(one) ? best : one), null);
}

function apart(a: Chroma, b: Chroma): number {
  return Math.hypot(a.u - b.u, a.v - b.v);
}

function mid(a: Chroma, b: Chroma): Chroma {
  return { u: (a.u + b.u) / 2, v: (a.v + b.v) / 2 };
}

function meanChroma(
  { heap }: Kernels,
  image: RgbaSurface,
  corner: { x: number; y: number; width: number; height: number },
): Chroma | null {
  const sum = [0, 0, 0];
  let count = 0;
  for (let y = corner.y; y < corner.y + corner.height; y++) {
    const row = image.offset + y * image.stride;
    for (let at = row + 4 * corner.x; at < row + 4 * (corner.x + corner.width); at += 4) {
      if (heap.bytes[at + 3] !== 255) continue;
      for (let k = 0; k < 3; k++) sum[k] = (sum[k] ?? 0) + (heap.bytes[at + k] ?? 0);
      count += 1;
    }
  }
  const [r = 0, g = 0, b = 0] = sum.map((total) => total / count);
  return count === 0 ? null : chromaOf(r, g, b);
}

// Maximum points a side: the kernel needs the square of it in 15 bits.
const largestSize = 128;
// Scale of stored levels: 64ths of a level of 0-255.
const levelScale = 255 * 64;

/**
 * Maps straight colours through a table. The table is mixed with the identity by `intensity` beforehand, which costs
 * nothing per pixel. An affine table is applied as a matrix.
 */
export function drawLut(
  node: GraphNodeOf<'lut'>,
  area: Rect,
  inputs: readonly Source[],
  { kernels, kept }: DrawScope,
): RgbaSurface {
  const { table } = node;
  const share = lutShare(node);
  const target = sourceAt(inputs, 0).own(area);
  const { offset, stride, width, height } = target;
  if ('curves' in table) {
    const levels = kept.keep(`curves ${table.id} ${share}`, () => bakeCurves(kernels.heap, table, share));
    kernels.run.curvesRgba(offset, stride, width, height, levels);
    return target;
  }
  const matrix = matrixOfTable(table, share);
  if (matrix) {
    const weights = putMatrix(kernels.heap, matrix);
    kernels.run.matrixRgba(offset, stride, width, height, weights);
    kernels.heap.release(weights);
    return target;
  }
  const points = kept.keep(`lut ${table.id} ${share}`, () => bake(kernels.heap, table, share));
  kernels.run.lutRgba(offset, stride, width, height, points, table.size);
  return target;
}

/**
 * Writes a colour table in the kernel's layout (four 16-bit values a point), mixed with the identity by `share` (0-1).
 * Returns its offset in WebAssembly memory. Throws `RangeError` for an unsupported size.
 */
function bake(heap: Heap, { size, values }: CubeTable, share: number): number {
  if (!(size >= 2 && size <= largestSize) || values.length !== size ** 3 * 3) {
    const sizes = `2 to ${largestSize} points a side and 3 values a point`;
    throw new RangeError(`A LUT needs ${sizes} (got ${size} points a side and ${values.length} values).`);
  }
  const points = new Int16Array(size ** 3 * 4);
  for (let point = 0; point < size ** 3; point++) {
    const own = [point % size, Math.floor(point / size) % size, Math.floor(point / (size * size))];
    for (let channel = 0; channel < 3; channel++) {
      const straight = (own[channel] ?? 0) / (size - 1);
      const value = straight + ((values[point * 3 + channel] ?? 0) - straight) * share;
      points[point * 4 + channel] = Math.round(Math.min(1, Math.max(0, value)) * levelScale);
    }
  }
  // White is the last point: the kernel also reads the neighbours above it, with weight 0.
  const beyond = (1 + size + size * size) * 8;
  const offset = heap.allocate(points.byteLength + beyond);
  heap.bytes.set(new Uint8Array(points.buffer), offset);
  return offset;
}

/** Writes curves in the kernel's layout (256 bytes a channel), mixed with the identity by `share` (0-1). */
function bakeCurves(heap: Heap, { curves }: CurveTable, share: number): number {
  const levels = curves.flatMap((curve) =>
    Array.from(curve, (value, level) => Math.round(level + (255 * value - level) * share)),
  );
  const offset = heap.allocate(levels.length);
  heap.bytes.set(levels, offset);
  return offset;
}

/** Affine map of straight colours: a row of four weights for each of red, green and blue. */
type ColourMatrix = readonly (readonly number[])[];

// Tolerance for eight corners in 32-bit floats.
const accuracy = 1e-5;
const unit = 16384;

/**
 * Returns the matrix that is equivalent to a colour table of two points an axis, mixed with the identity by `share`
 * (0-1). Returns null for other tables.
 */
function matrixOfTable({ size, values }: CubeTable, share: number): ColourMatrix | null {
  if (size !== 2 || values.length !== 24) return null;
  const at = (corner: number, channel: number) => values[corner * 3 + channel] ?? 0;
  const rows = [0, 1, 2].map((channel) => {
    const offset = at(0, channel);
    return [...[1, 2, 4].map((corner) => at(corner, channel) - offset), offset];
  });
  const isStraight = rows.every(([r = 0, g = 0, b = 0, offset = 0], channel) =>
    [3, 5, 6, 7].every((corner) => {
      const expected = offset + (corner & 1 ? r : 0) + (corner & 2 ? g : 0) + (corner & 4 ? b : 0);
      return Math.abs(at(corner, channel) - expected) < accuracy;
    }),
  );
  if (!isStraight) return null;
  return rows.map((row, channel) => row.map((weight, k) => (k === channel ? 1 - share : 0) + share * weight));
}

/** Writes a matrix to memory in the layout of the kernel `matrixRgba`. The caller releases the memory. */
function putMatrix(heap: Heap, matrix: ColourMatrix): number {
  const lanes = Int16Array.from(
    matrix.flatMap((row) => [...row, ...row]),
    (weight) => Math.round(weight * unit),
  );
  const offset = heap.allocate(lanes.byteLength);
  heap.bytes.set(new Uint8Array(lanes.buffer), offset);
  return offset;
}
