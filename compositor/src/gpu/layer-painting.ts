import { BLEND_MODES } from '@framemill/timeline/rendering';
import { type Rect, union } from '../graph/box.ts';
import {
  type GraphInput,
  isEffectStack,
  type Layer,
  type LayerSource,
  type MixingMode,
  type Texture,
} from '../graph/drawable.ts';
import { apply } from '../graph/matrix.ts';
import type { PlacedImage } from './device-memory.ts';
import type { GpuDevice } from './gpu-device.ts';
import type { GpuTexture } from './gpu-texture.ts';
import { createPassBuilder, type PassBuilder } from './pass-builder.ts';

/** Pixels of a layer at each level of reduction. Level 0 is the full size; each further level has half the size. */
export interface LayerPixels {
  readonly width: number;
  readonly height: number;
  level(level: number): PlacedImage;
}

// Shrink factor below which bilinear sampling is sufficient.
const sharpEnough = 1.02;
const mostSamples = 16;
// As on the CPU: an image that shrinks by more is halved first.
const largestStep = 1.75;

/**
 * Maximum number of layers that one compute pass draws. More would lead to many different shaders, which must each be
 * compiled.
 */
export const layersPerPass = 4;

/**
 * Returns the WGSL expression (vec4f) of a layer's premultiplied pixel at position `p` of the output, multiplied by
 * coverage and opacity. The numbers that differ between layers are in the parameter table of the pass, so that all
 * layers share one shader.
 */
export function emitLayer(builder: PassBuilder, pixels: LayerPixels, layer: Layer): string {
  const { geometry, opacity, hasEdges } = layer;
  const m = geometry.toSource;
  const stepX = Math.hypot(m.a, m.b);
  const stepY = Math.hypot(m.c, m.d);
  const step = Math.max(stepX, stepY);
  const level = step <= largestStep ? 0 : Math.ceil(Math.log2(step / largestStep));
  const scale = 2 ** -level;
  const isUpright = m.b === 0 && m.c === 0;
  const samples = (across: number) => Math.min(mostSamples, Math.max(1, Math.ceil((across * scale) / sharpEnough)));
  const { image, rect } = pixels.level(level);
  const { x, y, width, height } = geometry.rect;
  const { x: u, y: v } = apply(m, builder.area.x + 0.5, builder.area.y + 0.5);
  const first = builder.entries([
    [0, 0, rect.width, rect.height],
    [x, y, width, height],
    [m.a * scale, m.c * scale, u * scale - 0.5, Math.max(1, stepX * scale)],
    [m.b * scale, m.d * scale, v * scale - 0.5, Math.max(1, stepY * scale)],
    [isUpright ? 0 : samples(stepX), samples(stepY), hasEdges ? 1 : 0, Math.max(0, opacity)],
    ...coverage(builder, layer),
  ]);
  return `layerPixel(${builder.texture(image)}, ${first}, p, at)`;
}

/** Returns the WGSL expression of the pixel `over` blended onto the pixel `under`. */
export function emitBlend(builder: PassBuilder, mode: MixingMode | 'normal', over: string, under: string): string {
  if (mode === 'normal') return `(${over} + ${under} * (1.0 - ${over}.a))`;
  const number = `i32(${builder.entry(BLEND_MODES.indexOf(mode))}.x)`;
  return `blend(${number}, inGamut(${over}), inGamut(${under}), 1.0, false)`;
}

// Returns three table entries: see `layerPixel`.
function coverage(builder: PassBuilder, { geometry, hasEdges }: Layer): [number[], number[], number[]] {
  if (!hasEdges || geometry.solid) return [[], [], []];
  const { toSource, placement } = geometry;
  const { crop, radius } = placement;
  // Distances from the image's edges in output pixels: source distances divided by the gradient of each coordinate.
  const steepX = Math.hypot(toSource.a, toSource.c);
  const steepY = Math.hypot(toSource.b, toSource.d);
  const first = apply(toSource, builder.area.x + 0.5, builder.area.y + 0.5);
  const half = { x: (crop.right - crop.left) / 2 / steepX, y: (crop.bottom - crop.top) / 2 / steepY };
  const [radiusX, radiusY] = [radius.x / steepX, radius.y / steepY];
  // As in CSS, corner radii that do not fit are scaled down together.
  const fitting = radiusX > 0 ? Math.min(1, half.x / radiusX, half.y / radiusY) : 0;
  return [
    [toSource.a / steepX, toSource.c / steepX, (first.x - (crop.left + crop.right) / 2) / steepX, 1],
    [toSource.b / steepY, toSource.d / steepY, (first.y - (crop.top + crop.bottom) / 2) / steepY],
    [half.x, half.y, fitting * radiusX, fitting * radiusY],
  ];
}

/**
 * Composites layers, bottom first, on the pixel grid of their geometry. Colours are clipped to the displayable range,
 * which effects expect. Returns null when there are no layers. The caller must return the image to the texture pool.
 */
export function paintLayers(
  gpu: GpuDevice,
  layers: readonly Layer[],
  pixelsOf: (layer: Layer) => LayerPixels,
): PlacedImage | null {
  const [first, ...others] = layers;
  if (!first) return null;
  const rect = others.reduce((all, layer) => union(all, layer.geometry.rect), first.geometry.rect);
  let painted: PlacedImage | null = null;
  for (let at = 0; at < layers.length; at += layersPerPass) {
    const builder = createPassBuilder(rect);
    let value: string = painted ? builder.fetch(painted) : 'vec4f(0.0)';
    for (const layer of layers.slice(at, at + layersPerPass)) {
      const over = builder.keep('vec4f', emitLayer(builder, pixelsOf(layer), layer));
      value = builder.keep('vec4f', emitBlend(builder, 'normal', over, value));
    }
    const image = gpu.pool.take(rect.width, rect.height);
    const isLast = at + layersPerPass >= layers.length;
    gpu.queue.add(builder.build(isLast ? `inGamut(${value})` : value, image));
    if (painted) gpu.pool.giveBack(painted.image);
    painted = { image, rect };
  }
  return painted;
}

/**
 * Draws an input of an effect stack inside the stack's box. Returns null when the input has no layers. The caller must
 * return the image to the texture pool.
 */
export function paintInput(
  gpu: GpuDevice,
  { layers, origin, inside }: GraphInput,
  box: Rect,
  pixelsOf: (layer: Layer) => LayerPixels,
): PlacedImage | null {
  const painted = paintLayers(gpu, layers, pixelsOf);
  if (!painted) return null;
  const { rect } = painted;
  const placed = { image: painted.image, rect: { ...rect, x: rect.x + origin.x, y: rect.y + origin.y } };
  if (!inside) return placed;
  const builder = createPassBuilder(box);
  const { image } = placed;
  const repeated = `fetchEdge(${builder.texture(image)}, ${builder.rect(placed.rect)}, ${builder.rect(inside)}, p, 1)`;
  const target = gpu.pool.take(box.width, box.height);
  gpu.queue.add(builder.build(repeated, target));
  gpu.pool.giveBack(image);
  return { image: target, rect: box };
}

/**
 * Returns a source if it is a texture of this backend; null for an effect stack. Throws for a texture of another
 * backend.
 */
export function ownTexture(source: LayerSource): GpuTexture | null {
  if (isEffectStack(source)) return null;
  if (!isGpuTexture(source)) throw new Error(`The texture "${source.version}" was created by another backend.`);
  return source;
}

function isGpuTexture(texture: Texture): texture is GpuTexture {
  return 'isOnGpu' in texture;
}
