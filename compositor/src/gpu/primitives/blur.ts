import type { Rect } from '../../graph/box.ts';
import type { GraphNodeOf } from '../../graph/graph-node.ts';
import { rotation } from '../../graph/matrix.ts';
import type { Size } from '../../graph/placement.ts';
import { radialNeeds } from '../../graph/primitives/blur.ts';
import type { PlacedImage } from '../device-memory.ts';
import { drawGaussian } from '../filter-passes.ts';
import { type Emitter, masked } from './emitter.ts';
import { placedArguments } from './transform.ts';

// Length in pixels up to which a line is sampled twice a pixel; longer lines once, which with bilinear samples still
// reads every pixel.
const longestFine = 12;

/**
 * Returns the WGSL expression of a blurred image. With the edge mode `clamp`, the image is transparent outside the
 * extent of the node.
 */
export function emitBlur({ edge, shape }: GraphNodeOf<'blur'>, emitter: Emitter): string {
  const source = emitter.image(0);
  if (!source) return 'vec4f(0.0)';
  const blurred = blur(shape, source, edge === 'clamp', emitter);
  return edge === 'clamp' ? masked(emitter.builder, blurred, emitter.step.extent) : blurred;
}

type Shape<T extends GraphNodeOf<'blur'>['shape']['type']> = Extract<GraphNodeOf<'blur'>['shape'], { type: T }>;

function blur(shape: GraphNodeOf<'blur'>['shape'], source: PlacedImage, clamp: boolean, emitter: Emitter): string {
  const { builder } = emitter;
  const frame = clamp ? emitter.needs(0) : source.rect;
  switch (shape.type) {
    case 'gaussian': {
      const sigmas = { sigmaX: Math.max(0, shape.sigmaX), sigmaY: Math.max(0, shape.sigmaY) };
      if (sigmas.sigmaX === 0 && sigmas.sigmaY === 0) return builder.fetch(source);
      return builder.fetch(emitter.own(drawGaussian(emitter.gpu, source, frame, builder.area, sigmas, clamp)));
    }
    case 'directional':
      return alongLine(shape, source, frame, clamp, emitter);
    case 'radial':
      return towardsCentre(shape, source, frame, clamp, emitter);
  }
}

function alongLine(
  { length, angle }: Shape<'directional'>,
  source: PlacedImage,
  frame: Rect,
  clamp: boolean,
  emitter: Emitter,
): string {
  const { builder } = emitter;
  if (length <= 0) return builder.fetch(source);
  const count = Math.max(1, Math.ceil(length * (length <= longestFine ? 2 : 1)));
  const { a, b } = rotation(angle);
  const line = builder.entry((a * length) / count, (b * length) / count, count);
  return `blurAlong(${placedArguments(source, frame, emitter)}, p, ${line}.xy, ${line}.z, ${clamp ? 1 : 0})`;
}

function towardsCentre(
  shape: Shape<'radial'>,
  source: PlacedImage,
  frame: Rect,
  clamp: boolean,
  emitter: Emitter,
): string {
  if (shape.amount <= 0) return emitter.builder.fetch(source);
  const { near, wide } = zoomScales(shape, emitter.box);
  const edge = clamp ? 1 : 0;
  const first = radialNeeds(emitter.builder.area, shape.centerX, shape.centerY);
  const middle = emitter.drawn(first, (builder) => zoomed(shape, source, frame, near, edge, { ...emitter, builder }));
  return zoomed(shape, middle, middle.rect, wide, edge, emitter);
}

function zoomed(
  { centerX, centerY }: Shape<'radial'>,
  source: PlacedImage,
  frame: Rect,
  scales: readonly number[],
  edge: number,
  emitter: Emitter,
): string {
  const { builder } = emitter;
  const total = scales.reduce((sum, scale) => sum + scale, 0);
  const first = builder.entries(scales.map((scale) => [scale, scale / total]));
  const centre = builder.entry(centerX, centerY, first, scales.length);
  const place = `${centre}.xy, i32(${centre}.z), i32(${centre}.w)`;
  return `blurZoom(${placedArguments(source, frame, emitter)}, p, ${place}, ${edge})`;
}

const mostSamples = 64;
// Maximum amount: a mean down to the centre itself has no ratio between its ends.
const largestAmount = 0.97;

/**
 * Computes the sampling scales of the two passes of a radial blur. Let s be the fraction of the way from the centre to
 * a pixel. A sample at s = s1 s2 equals a sample at s2 of an image that was itself sampled at s1. Two passes of n
 * samples are therefore equivalent to n^2 samples. The scales are computed for the whole box, so that a part of an
 * image gets the same pixels as the whole.
 */
function zoomScales(
  { amount, centerX, centerY }: { readonly amount: number; readonly centerX: number; readonly centerY: number },
  box: Size,
): { near: number[]; wide: number[] } {
  const rest = 1 - Math.min(largestAmount, Math.max(0, amount));
  const far = (length: number, centre: number) => Math.max(centre, length - centre);
  const distance = Math.hypot(far(box.width, centerX), far(box.height, centerY));
  const samples = Math.min(mostSamples, Math.max(4, Math.ceil(distance * (1 - rest))));
  const each = Math.ceil(Math.sqrt(samples));
  return {
    near: Array.from({ length: each }, (_, k) => rest ** ((k + 0.5) / each ** 2)),
    wide: Array.from({ length: each }, (_, k) => rest ** (k / each)),
  };
}
