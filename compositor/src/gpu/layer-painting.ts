import { BLEND_MODES } from '@framemill/timeline/rendering';
import type { GraphInput, Layer, LayerSource, MixingMode } from '../drawable.ts';
import { isEffectStack } from '../drawable.ts';
import { type Rect, union } from '../graph/box.ts';
import type { LayerGeometry } from '../graph/layer-geometry.ts';
import { apply } from '../graph/matrix.ts';
import type { Texture } from '../texture.ts';
import type { GpuDevice } from './gpu-device.ts';
import type { PlacedImage } from './gpu-image.ts';
import type { GpuTexture } from './gpu-texture.ts';
import { createPassBuilder, type PassBuilder } from './pass-builder.ts';

/** A layer's source as the pictures of it at each level of halving. */
export interface LayerPixels {
  readonly width: number;
  readonly height: number;
  level(level: number): PlacedImage;
}

// Shrinking by less than this is left to bilinear sampling.
const sharpEnough = 1.02;
const mostSamples = 16;

/** The layer's premultiplied pixel at `p` of the output, times coverage and opacity: a vec4f. */
export function emitLayer(builder: PassBuilder, pixels: LayerPixels, layer: Layer): string {
  const { geometry, opacity, hasEdges } = layer;
  const sampled = geometry.unmoved ? unmovedPixel(builder, pixels, geometry) : sampledPixel(builder, pixels, layer);
  const cover = hasEdges && !geometry.solid ? ` * ${coverage(builder, geometry)}` : '';
  const share = opacity < 1 ? ` * ${builder.entry(Math.max(0, opacity))}.x` : '';
  return `select(vec4f(0.0), ${sampled}${cover}${share}, inside(p, ${builder.rect(geometry.rect)}))`;
}

/** `over` on `under` in a pass. */
export function emitBlend(mode: MixingMode | 'normal', over: string, under: string): string {
  return `blend(${BLEND_MODES.indexOf(mode)}, ${over}, ${under}, 1.0, false)`;
}

function unmovedPixel(builder: PassBuilder, pixels: LayerPixels, { placement }: LayerGeometry): string {
  const { image } = pixels.level(0);
  const [x, y] = [2 * Math.round(placement.matrix.tx / 2), 2 * Math.round(placement.matrix.ty / 2)];
  return builder.fetch({ image, rect: { x, y, width: pixels.width, height: pixels.height } });
}

function sampledPixel(builder: PassBuilder, pixels: LayerPixels, { geometry, hasEdges }: Layer): string {
  const m = geometry.toSource;
  const stepX = Math.hypot(m.a, m.b);
  const stepY = Math.hypot(m.c, m.d);
  const level = Math.max(0, Math.floor(Math.log2(Math.max(1e-6, Math.min(stepX, stepY))) + 1e-6));
  const scale = 2 ** -level;
  const samples = (step: number) => Math.min(mostSamples, Math.max(1, Math.ceil((step * scale) / sharpEnough)));
  const { image, rect } = pixels.level(level);
  const whole = { x: 0, y: 0, width: rect.width, height: rect.height };
  const { x: u, y: v } = apply(m, builder.area.x + 0.5, builder.area.y + 0.5);
  const across = builder.entry(m.a * scale, m.c * scale, u * scale - 0.5);
  const down = builder.entry(m.b * scale, m.d * scale, v * scale - 0.5);
  const count = builder.entry(samples(stepX), samples(stepY));
  const placed = `${builder.texture(image)}, ${builder.rect(whole)}, ${builder.rect(whole)}`;
  return `sampleArea(${placed}, ${across}, ${down}, ${count}.xy, at, ${hasEdges ? 1 : 0})`;
}

function coverage(builder: PassBuilder, { toSource, placement }: LayerGeometry): string {
  const { crop, radius } = placement;
  // Distances from the picture's edges in output pixels: source distances over the steepness of each coordinate.
  const steepX = Math.hypot(toSource.a, toSource.c);
  const steepY = Math.hypot(toSource.b, toSource.d);
  const first = apply(toSource, builder.area.x + 0.5, builder.area.y + 0.5);
  const half = { x: (crop.right - crop.left) / 2 / steepX, y: (crop.bottom - crop.top) / 2 / steepY };
  const [radiusX, radiusY] = [radius.x / steepX, radius.y / steepY];
  // As in CSS: corners that do not fit shrink, and keep their form.
  const fitting = radiusX > 0 ? Math.min(1, half.x / radiusX, half.y / radiusY) : 0;
  const x = builder.entry(toSource.a / steepX, toSource.c / steepX, (first.x - (crop.left + crop.right) / 2) / steepX);
  const y = builder.entry(toSource.b / steepY, toSource.d / steepY, (first.y - (crop.top + crop.bottom) / 2) / steepY);
  return `coverRect(at, ${x}, ${y}, ${builder.entry(half.x, half.y, fitting * radiusX, fitting * radiusY)})`;
}

/** Layers over each other, bottom first, on the grid of their geometry. The caller gives the picture back; null: there are no layers. */
export function paintLayers(
  gpu: GpuDevice,
  layers: readonly Layer[],
  pixelsOf: (layer: Layer) => LayerPixels,
): PlacedImage | null {
  const [first, ...others] = layers;
  if (!first) return null;
  const rect = others.reduce((all, layer) => union(all, layer.geometry.rect), first.geometry.rect);
  let painted: PlacedImage | null = null;
  for (let at = 0; at < layers.length; at += gpu.mostTextures - 1) {
    const builder = createPassBuilder(rect);
    let value: string = painted ? builder.fetch(painted) : 'vec4f(0.0)';
    for (const layer of layers.slice(at, at + gpu.mostTextures - 1)) {
      const over = builder.keep('vec4f', emitLayer(builder, pixelsOf(layer), layer));
      value = builder.keep('vec4f', emitBlend('normal', over, value));
    }
    const image = gpu.pool.take(rect.width, rect.height);
    gpu.queue.add(builder.build(value, image));
    if (painted) gpu.pool.giveBack(painted.image);
    painted = { image, rect };
  }
  return painted;
}

/** What an input of an effect stack shows, on the stack's box. The caller gives it back; null: nothing. */
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

/** Whether a source is a texture of this backend. Throws for one of another. */
export function ownTexture(source: LayerSource): GpuTexture | null {
  if (isEffectStack(source)) return null;
  if (!isGpuTexture(source)) throw new Error(`The texture "${source.version}" belongs to another backend.`);
  return source;
}

function isGpuTexture(texture: Texture): texture is GpuTexture {
  return 'level' in texture && 'frame' in texture;
}
