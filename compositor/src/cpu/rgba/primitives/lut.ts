import type { Rect } from '../../../graph/box.ts';
import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import { lutShare } from '../../../graph/primitives/lut.ts';
import type { CubeTable, CurveTable } from '../../../graph/values.ts';
import type { Heap } from '../../../kernels/heap.ts';
import { matrixOfTable, putMatrix } from '../colour-matrix.ts';
import { type DrawScope, type Source, sourceAt } from '../draw-scope.ts';
import type { RgbaSurface } from '../rgba-surface.ts';

// Maximum points a side: the kernel needs the square of it in 15 bits.
const largestSize = 128;
// Scale of stored levels: 64ths of a level of 0-255.
const levelScale = 255 * 64;

/**
 * Maps straight colours through a table. `intensity` is baked into the table, so that it costs nothing. An affine table
 * is applied as a matrix.
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
 * Writes a table in the kernel's layout (four 16-bit lanes a point), mixed with the identity by `share` (0-1). Throws
 * `RangeError` for a table of an unsupported size.
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
