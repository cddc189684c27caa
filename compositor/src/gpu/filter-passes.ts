import { isEmpty, type Rect } from '../graph/box.ts';
import type { GpuDevice } from './gpu-device.ts';
import type { PlacedImage } from './gpu-image.ts';
import type { Pass } from './pass-queue.ts';
import type { TargetFormat } from './texture-pool.ts';
import { doubleWgsl, filterWgsl } from './wgsl/filter.ts';

/** Filter of one axis: result i is the weighted sum of the sources `step * i + first + k`. */
export interface AxisFilter {
  readonly step: 1 | 2;
  readonly first: number;
  readonly weights: readonly number[];
}

/** Filter that copies an axis unchanged. */
export const copied: AxisFilter = { step: 1, first: 0, weights: [1] };

/**
 * Draws `rect` of the source filtered along both axes. `part` is the existing part of the source. Beyond it, edge
 * pixels are repeated (`clamp`) or the source is transparent. The caller returns the result to the pool.
 */
export function filtered(
  gpu: GpuDevice,
  source: PlacedImage,
  part: Rect,
  rect: Rect,
  filter: { readonly x: AxisFilter; readonly y: AxisFilter },
  clamp: boolean,
): PlacedImage {
  const { x, y } = filter;
  const table = [
    ...numbersOf(rect),
    ...numbersOf(source.rect),
    ...numbersOf(part),
    ...[x.step, x.first, x.weights.length, clamp ? 1 : 0],
    ...[y.step, y.first, y.weights.length, 0],
    ...[...x.weights, ...y.weights].flatMap((weight) => [weight, 0, 0, 0]),
  ];
  return drawn(gpu, rect, filterWgsl, table, [source]);
}

/**
 * Draws `rect` of an image doubled along one axis or both, each pixel weighted 3 to 1 between its two neighbours. The
 * caller returns the result to the pool.
 */
export function doubled(
  gpu: GpuDevice,
  source: PlacedImage,
  rect: Rect,
  alongX: boolean,
  alongY: boolean,
): PlacedImage {
  // Each axis has two neighbours, whose order depends on whether the result's index is even: the shader computes both
  // cases.
  const table = [...numbersOf(rect), ...numbersOf(source.rect), alongX ? 1 : 0, alongY ? 1 : 0, 0, 0];
  return drawn(gpu, rect, doubleWgsl, table, [source]);
}

/** Runs one pass with a shader of its own that writes a texture of `rect`. Throws `RangeError` when `rect` is empty. */
export function drawn(
  gpu: GpuDevice,
  rect: Rect,
  code: string,
  table: readonly number[],
  sources: readonly PlacedImage[],
  format: TargetFormat = 'rgba16float',
): PlacedImage {
  if (isEmpty(rect)) throw new RangeError(`An empty image (${rect.width}x${rect.height}) cannot be drawn.`);
  const image = gpu.pool.take(rect.width, rect.height, format);
  const pass: Pass = {
    code: code.replace('FORMAT', format),
    table,
    target: image.view,
    textures: sources.map((source) => source.image.view),
    groups: [Math.ceil(rect.width / 8), Math.ceil(rect.height / 8)],
  };
  gpu.queue.add(pass);
  return { image, rect };
}

/** Returns a rectangle as the four numbers that shaders take. */
export function numbersOf({ x, y, width, height }: Rect): [number, number, number, number] {
  return [x, y, width, height];
}
