import type { Rect } from '../graph/box.ts';
import { drawn, numbersOf } from './filter-passes.ts';
import type { GpuDevice } from './gpu-device.ts';
import type { PlacedImage } from './gpu-image.ts';
import { clearWgsl, edgeColumnsWgsl, edgeRowsWgsl, softnessWgsl } from './wgsl/edge-move.ts';

/**
 * Moves the edge of a coverage (channel r) outwards by `by` pixels of Euclidean distance, or inwards when negative, and
 * draws `rect` of it. Soft areas keep their softness. Two passes, columns before rows, because squared distances add
 * up. The caller returns the result to the pool.
 */
export function movedEdge(gpu: GpuDevice, cover: PlacedImage, rect: Rect, by: number): PlacedImage {
  const how = [by, Math.ceil(Math.abs(by)) + 1, 0, 0];
  const soft = softnessOf(gpu, cover, rect);
  const columns = drawn(
    gpu,
    rect,
    edgeColumnsWgsl,
    [...numbersOf(rect), ...numbersOf(cover.rect), ...numbersOf(rect), ...how],
    [cover, soft],
    'r32float',
  );
  const table = [...numbersOf(rect), ...numbersOf(columns.rect), ...numbersOf(cover.rect), ...how];
  const moved = drawn(gpu, rect, edgeRowsWgsl, table, [columns, cover, soft]);
  gpu.pool.giveBack(columns.image);
  gpu.pool.giveBack(soft.image);
  return moved;
}

// Returns a pixel that is 1 when the coverage has a half-transparent area other than an antialiased edge.
function softnessOf(gpu: GpuDevice, cover: PlacedImage, rect: Rect): PlacedImage {
  const flag = drawn(gpu, { x: 0, y: 0, width: 1, height: 1 }, clearWgsl, [0, 0, 0, 0], [], 'r32float');
  gpu.queue.add({
    code: softnessWgsl.replace('FORMAT', 'r32float'),
    table: [...numbersOf(rect), ...numbersOf(cover.rect), ...numbersOf(rect), 0, 0, 0, 0],
    target: flag.image.view,
    textures: [cover.image.view],
    groups: [Math.ceil(rect.width / 8), Math.ceil(rect.height / 8)],
  });
  return flag;
}
