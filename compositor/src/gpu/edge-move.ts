import type { Rect } from '../graph/box.ts';
import { drawn, numbersOf } from './filter-passes.ts';
import type { GpuDevice } from './gpu-device.ts';
import type { PlacedImage } from './gpu-image.ts';
import { edgeColumnsWgsl, edgeRowsWgsl } from './wgsl/edge-move.ts';

/**
 * `rect` of a coverage (in the channel r) whose edge is moved outwards by `by` pixels, inwards when negative, by the Euclidean distance; what is
 * soft moves as it is. Two passes: the squares of distances add up, so that columns go before rows. The caller gives the result back.
 */
export function movedEdge(gpu: GpuDevice, cover: PlacedImage, rect: Rect, by: number): PlacedImage {
  const how = [by, Math.ceil(Math.abs(by)) + 1, 0, 0];
  const columns = drawn(
    gpu,
    rect,
    edgeColumnsWgsl,
    [...numbersOf(rect), ...numbersOf(cover.rect), ...numbersOf(rect), ...how],
    [cover],
    'r32float',
  );
  const table = [...numbersOf(rect), ...numbersOf(columns.rect), ...numbersOf(cover.rect), ...how];
  const moved = drawn(gpu, rect, edgeRowsWgsl, table, [columns, cover]);
  gpu.pool.giveBack(columns.image);
  return moved;
}
