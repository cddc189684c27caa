import { type Rect, union } from '../../graph/box.ts';
import { type Rgb, yuvColour } from '../../graph/colour.ts';
import { isOpaque, type Layer } from '../../graph/drawable.ts';
import type { Size } from '../../graph/placement.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { rgbaFromPlanar, rgbaRowsFromPlanar } from '../rgba/convert.ts';
import { createRgba, type RgbaSurface, type RowSource, viewOfRgba } from '../rgba/rgba-surface.ts';
import { blendOver, blendPremultiplied, fillPlane, kernelOpacity, multiplyPlane } from './blend-layer.ts';
import type { LayerSlots } from './layer-slots.ts';
import { allPlanes, createSurface, planePairs, releaseSurface, type Surface, viewOf } from './surface.ts';
import type { TextureSource } from './texture-source.ts';

/** Creates a transparent surface of the rectangle's size. The caller must release it. */
export function createGroup(kernels: Kernels, rect: Rect): Surface {
  const surface = createSurface(kernels.heap, rect.width, rect.height, true);
  for (const plane of allPlanes(surface)) fillPlane(kernels, plane, 0);
  return surface;
}

/**
 * Writes a layer, multiplied by its coverage and opacity, into a transparent group surface whose top left pixel is at
 * `origin`.
 */
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

/** Draws layers, bottom first, over each other into a new surface of size `rect`. The caller must release it. */
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

/** Layers of CPU textures over a colour (see `FlatGroup`). */
interface PlacedGroup {
  readonly layers: readonly Layer<TextureSource>[];
  readonly fill: Rgb | null;
}

/**
 * Draws layers, bottom first, over a colour into a new surface of size `size`, with the operations with which they would
 * be drawn onto a frame. Without alpha, the colour or the layers must cover the surface. The caller must release it.
 */
export function drawFlat(
  kernels: Kernels,
  slots: LayerSlots,
  { layers, fill }: PlacedGroup,
  { size, hasAlpha }: { size: Size; hasAlpha: boolean },
): Surface {
  if (hasAlpha) return groupOf(kernels, slots, layers, { x: 0, y: 0, ...size });
  const target = createSurface(kernels.heap, size.width, size.height, false);
  if (fill) {
    const { y, u, v } = yuvColour(fill);
    for (const [index, plane] of allPlanes(target).entries()) fillPlane(kernels, plane, [y, u, v][index] ?? 0);
  }
  for (const layer of layers) {
    const under = viewOf(target, layer.geometry.rect);
    if (isOpaque(layer)) {
      slots.drawInto(layer, under);
      continue;
    }
    const { surface, coverage } = slots.sample(layer);
    blendOver(kernels, under, surface, coverage, kernelOpacity(layer.opacity));
  }
  return target;
}

/**
 * Draws layers, bottom first, as premultiplied RGBA on the pixel grid of their geometry. The result covers only the
 * union of the layers' rectangles; everything outside is transparent. The caller must release it.
 */
export function paintRgba(kernels: Kernels, slots: LayerSlots, layers: readonly Layer<TextureSource>[]): RgbaSurface {
  const { surface, rect, close } = paintPlanar(kernels, slots, layers);
  const rgba = rgbaFromPlanar(kernels, surface, rect);
  close();
  return rgba;
}

/**
 * Source of the rows that `paintRgba` would draw, drawn on demand. Valid while the layers' pixels are cached in
 * `slots`.
 */
export interface PaintedRows extends RowSource {
  close(): void;
}

/**
 * Creates a source that returns the layers' pixels as rows of premultiplied RGBA, shifted by `origin`. The caller must
 * close it.
 */
export function paintRows(
  kernels: Kernels,
  slots: LayerSlots,
  layers: readonly Layer<TextureSource>[],
  origin: { readonly x: number; readonly y: number },
): PaintedRows {
  const { surface, rect, close } = paintPlanar(kernels, slots, layers);
  const place = { ...rect, x: rect.x + origin.x, y: rect.y + origin.y };
  return {
    ...place,
    rows(wanted) {
      // Starts at an even row of the planes and converts whole rows.
      const from = (wanted.y - place.y) & ~1;
      const height = wanted.y + wanted.height - place.y - from;
      const rows = createRgba(kernels.heap, { ...place, y: place.y + from, height });
      rgbaRowsFromPlanar(kernels, surface, { ...rows, y: from }, null);
      return viewOfRgba(rows, wanted);
    },
    close,
  };
}

// Draws the layers' rectangle as opaque or premultiplied planes, read only.
function paintPlanar(
  kernels: Kernels,
  slots: LayerSlots,
  layers: readonly Layer<TextureSource>[],
): { surface: Surface; rect: Rect; close: () => void } {
  const [first, ...others] = layers;
  if (first && others.length === 0 && isOpaque(first)) {
    return { surface: slots.sample(first).surface, rect: first.geometry.rect, close: () => undefined };
  }
  const nothing: Rect = { x: 0, y: 0, width: 0, height: 0 };
  const rect = others.reduce((all, layer) => union(all, layer.geometry.rect), first?.geometry.rect ?? nothing);
  const group = groupOf(kernels, slots, layers, rect);
  return { surface: group, rect, close: () => releaseSurface(kernels.heap, group) };
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
  // Coverage accumulates by the same rule as colours. Both chroma planes share one alpha plane, which must be blended
  // once only.
  for (const index of [0, 1]) {
    const [place, alpha] = [targets[index]?.alpha, pairs[index]?.alpha];
    if (place && alpha) blendPremultiplied(kernels, place, alpha, alpha, 256);
  }
  releaseSurface(kernels.heap, own);
}
