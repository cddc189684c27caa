import { isOpaque, type Layer } from '../../drawable.ts';
import type { Rect } from '../../graph/box.ts';
import { union } from '../../graph/box.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { rgbaFromPlanar } from '../rgba/convert.ts';
import { createRgba, type RgbaSurface } from '../rgba/rgba-surface.ts';
import { blendPremultiplied, fillPlane, kernelOpacity, multiplyPlane } from './blend-layer.ts';
import type { LayerSlots } from './layer-slots.ts';
import { allPlanes, createSurface, planePairs, releaseSurface, type Surface, viewOf } from './surface.ts';
import type { TextureSource } from './texture-source.ts';

/** A transparent surface of the rectangle's size. The caller owns it. */
export function createGroup(kernels: Kernels, rect: Rect): Surface {
  const surface = createSurface(kernels.heap, rect.width, rect.height, true);
  for (const plane of allPlanes(surface)) fillPlane(kernels, plane, 0);
  return surface;
}

/** Writes a layer, multiplied by its coverage and opacity, into a transparent group that starts at `origin`. */
export function placeInGroup(
  kernels: Kernels,
  slots: LayerSlots,
  layer: Layer<TextureSource>,
  origin: Rect,
  group: Surface,
): void {
  const { surface, coverage } = slots.sample(layer);
  const { rect } = layer.geometry;
  const opacity = kernelOpacity(layer.opacity);
  const target = viewOf(group, { ...rect, x: rect.x - origin.x, y: rect.y - origin.y });
  const targets = planePairs(target);
  for (const [index, { colour, alpha }] of planePairs(surface).entries()) {
    const place = targets[index];
    if (!place?.alpha) continue;
    const cover = coverage ? (index === 0 ? coverage.luma : coverage.chroma) : null;
    multiplyPlane(kernels, place.colour, colour, alpha ? null : cover, opacity);
    const source = alpha ?? cover;
    if (source) multiplyPlane(kernels, place.alpha, source, null, opacity);
    else fillPlane(kernels, place.alpha, Math.min(255, opacity));
  }
}

/** The layers, bottom first, over each other in a group of `rect`. The caller owns it. */
export function groupOf(
  kernels: Kernels,
  slots: LayerSlots,
  layers: readonly Layer<TextureSource>[],
  rect: Rect,
): Surface {
  const group = createGroup(kernels, rect);
  for (const [index, layer] of layers.entries()) {
    if (index === 0) placeInGroup(kernels, slots, layer, rect, group);
    else blendInGroup(kernels, slots, layer, rect, group);
  }
  return group;
}

/**
 * The layers, bottom first, as premultiplied RGBA on the grid of their geometry. It covers the layers' rectangles only:
 * what lies around them is transparent. The caller owns the result.
 */
export function paintRgba(kernels: Kernels, slots: LayerSlots, layers: readonly Layer<TextureSource>[]): RgbaSurface {
  const [first, ...others] = layers;
  if (!first) return createRgba(kernels.heap, { x: 0, y: 0, width: 0, height: 0 });
  if (others.length === 0 && isOpaque(first)) {
    return rgbaFromPlanar(kernels, slots.sample(first).surface, first.geometry.rect);
  }
  const rect = others.reduce((all, layer) => union(all, layer.geometry.rect), first.geometry.rect);
  const group = groupOf(kernels, slots, layers, rect);
  const rgba = rgbaFromPlanar(kernels, group, rect);
  releaseSurface(kernels.heap, group);
  return rgba;
}

function blendInGroup(
  kernels: Kernels,
  slots: LayerSlots,
  layer: Layer<TextureSource>,
  origin: Rect,
  group: Surface,
): void {
  const { rect } = layer.geometry;
  const own = createGroup(kernels, rect);
  placeInGroup(kernels, slots, layer, rect, own);
  const target = viewOf(group, { ...rect, x: rect.x - origin.x, y: rect.y - origin.y });
  const targets = planePairs(target);
  const pairs = planePairs(own);
  for (const [index, { colour, alpha }] of pairs.entries()) {
    const place = targets[index];
    if (place && alpha) blendPremultiplied(kernels, place.colour, colour, alpha, 256);
  }
  // Coverage adds up by the same rule as colours. Both chroma planes share one alpha plane: once is enough.
  for (const index of [0, 1]) {
    const [place, alpha] = [targets[index]?.alpha, pairs[index]?.alpha];
    if (place && alpha) blendPremultiplied(kernels, place, alpha, alpha, 256);
  }
  releaseSurface(kernels.heap, own);
}
