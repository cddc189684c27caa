import { isEmpty, type Rect } from '../graph/box.ts';
import {
  both,
  columnsOf,
  type GaussianAxis,
  gaussianAxis,
  halvedRange,
  lastOf,
  type Range,
  rangesOf,
  rectOf,
  rowsOf,
} from '../graph/gaussian-axis.ts';
import type { PlacedImage } from './device-memory.ts';
import type { GpuDevice } from './gpu-device.ts';
import type { Pass } from './pass-queue.ts';
import type { TargetFormat } from './texture-pool.ts';
import { doubleWgsl, filterWgsl } from './wgsl/filter.ts';

/**
 * Filter along one axis. Pixel i of the result is the sum over k of `weights[k]` times source pixel `step * i + first +
 * k`.
 */
interface AxisFilter {
  readonly step: 1 | 2;
  readonly first: number;
  readonly weights: readonly number[];
}

/** Filter that leaves an axis unchanged. */
const copied: AxisFilter = { step: 1, first: 0, weights: [1] };

/**
 * Draws `rect` of the source filtered along both axes. The source has pixels only inside `part`. Outside it, edge
 * pixels are repeated with `clamp`; otherwise the outside is transparent. The caller must return the result to the
 * texture pool.
 */
function filtered(
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
 * Draws `rect` of an image that is enlarged to double its size along one axis or both. Each result pixel is the mean of
 * its two neighbours with the weights 3 and 1. The caller must return the result to the texture pool.
 */
function doubled(gpu: GpuDevice, source: PlacedImage, rect: Rect, alongX: boolean, alongY: boolean): PlacedImage {
  // Each axis has two neighbours, whose order depends on whether the result's index is even: the shader computes both
  // cases.
  const table = [...numbersOf(rect), ...numbersOf(source.rect), alongX ? 1 : 0, alongY ? 1 : 0, 0, 0];
  return drawn(gpu, rect, doubleWgsl, table, [source]);
}

/**
 * Runs one compute pass with the shader `code`, which writes a texture of `rect`. Throws `RangeError` when `rect` is
 * empty.
 */
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

const halving: AxisFilter = { step: 2, first: -1, weights: [1 / 8, 3 / 8, 3 / 8, 1 / 8] };

/**
 * Draws `area` of the source blurred by a Gaussian. As on the CPU, the source is repeatedly reduced to half its size
 * until a small blur suffices, then filtered, and enlarged again. The source has pixels only inside `part`. Outside it,
 * edge pixels are repeated with `clamp`; otherwise the outside is transparent. The caller must return the result to the
 * texture pool.
 */
export function drawGaussian(
  gpu: GpuDevice,
  source: PlacedImage,
  part: Rect,
  area: Rect,
  { sigmaX, sigmaY }: { readonly sigmaX: number; readonly sigmaY: number },
  clamp: boolean,
): PlacedImage {
  const axisX = gaussianAxis(sigmaX);
  const axisY = gaussianAxis(sigmaY);
  const levels = Math.max(axisX.level, axisY.level);
  const rangesX = rangesOf(axisX, { from: area.x & ~1, to: area.x + area.width });
  const rangesY = rangesOf(axisY, { from: area.y, to: area.y + area.height });
  let current = source;
  let there = part;

  function replace(next: PlacedImage): void {
    if (current !== source) gpu.pool.giveBack(current.image);
    current = next;
    there = next.rect;
  }

  for (let level = 0; level < levels; level++) {
    const [x, y] = [level < axisX.level, level < axisY.level];
    const rangeX = x ? both(rangesX.halved[level + 1], halvedRange(columnsOf(there))) : columnsOf(there);
    const rangeY = y ? both(rangesY.halved[level + 1], halvedRange(rowsOf(there))) : rowsOf(there);
    const filter = { x: x ? halving : copied, y: y ? halving : copied };
    replace(filtered(gpu, current, there, rectOf(rangeX, rangeY), filter, clamp));
  }
  const last = rectOf(lastOf(rangesX.doubled), lastOf(rangesY.doubled));
  // Along x first, for the rows that the filter along y needs.
  if (axisX.weights.length > 1) {
    const rows = axisY.weights.length > 1 ? rowsOf(there) : rowsOf(last);
    replace(filtered(gpu, current, there, rectOf(columnsOf(last), rows), { x: bell(axisX), y: copied }, clamp));
  }
  if (axisY.weights.length > 1 || current === source) {
    replace(filtered(gpu, current, there, last, { x: copied, y: bell(axisY) }, clamp));
  }
  for (let level = levels - 1; level >= 0; level--) {
    const range = (ranges: readonly Range[]) => ranges[Math.min(level, ranges.length - 1)] ?? { from: 0, to: 0 };
    const rect = rectOf(range(rangesX.doubled), range(rangesY.doubled));
    replace(doubled(gpu, current, rect, level < axisX.level, level < axisY.level));
  }
  return current;
}

function bell({ weights }: GaussianAxis): AxisFilter {
  const radius = weights.length - 1;
  const shares = weights.map((weight) => weight / 32768);
  return { step: 1, first: -radius, weights: [...shares, ...shares.slice(0, radius).reverse()] };
}

// Mean of two neighbours.
const pairs: AxisFilter = { step: 2, first: 0, weights: [0.5, 0.5] };

/**
 * Reduces `part` of an image to half its size, by the mean of 2 x 2 pixels. The coordinates of the top left corner of
 * `part` must be even. For odd sizes the last column or row is repeated. The caller must return the result to the
 * texture pool.
 */
export function halved(gpu: GpuDevice, source: PlacedImage, part: Rect): PlacedImage {
  const rect = {
    x: part.x / 2,
    y: part.y / 2,
    width: (part.width + 1) >> 1,
    height: (part.height + 1) >> 1,
  };
  return filtered(gpu, source, part, rect, { x: pairs, y: pairs }, true);
}
