import type { Rect } from '../graph/box.ts';
import type { Kernels } from '../kernels/kernel-module.ts';
import { blendOver, fillPlane, mixOpaque, mixPlane, multiplyPlane, opaque } from './blend-layer.ts';
import { type Drawable, type DrawableLayer, type DrawableMix, drawableRect, isOpaque } from './drawable.ts';
import type { LayerSlots } from './layer-slots.ts';
import { allPlanes, createSurface, planePairs, releaseSurface, type Surface, viewOf } from './surface.ts';

/** Draws an item over `under`, the opaque pixels of the item's rectangle, in place. */
export function drawItem(kernels: Kernels, slots: LayerSlots, item: Drawable, under: Surface): void {
  if (item.kind === 'layer') drawLayer(kernels, slots, item, under);
  else drawMix(kernels, slots, item, under);
}

function drawLayer(kernels: Kernels, slots: LayerSlots, layer: DrawableLayer, under: Surface): void {
  if (isOpaque(layer)) {
    slots.drawInto(layer, under);
    return;
  }
  const { surface, coverage } = slots.sample(layer);
  blendOver(kernels, under, surface, coverage, layer.opacity);
}

function drawMix(kernels: Kernels, slots: LayerSlots, mix: DrawableMix, under: Surface): void {
  const { from, to, weight } = mix;
  if (from && to && isOpaque(from) && isOpaque(to) && sameRect(from.geometry.rect, to.geometry.rect)) {
    const second = slots.sample(to).surface;
    if (from.geometry.unmoved) {
      mixOpaque(kernels, under, slots.sample(from).surface, second, weight);
      return;
    }
    slots.drawInto(from, under);
    mixOpaque(kernels, under, under, second, weight);
    return;
  }
  const rect = drawableRect(mix);
  if (!rect) return;
  const group = transparent(kernels, rect);
  const incoming = transparent(kernels, rect);
  if (from) placeIn(kernels, slots, from, rect, group);
  if (to) placeIn(kernels, slots, to, rect, incoming);
  const others = allPlanes(incoming);
  for (const [index, plane] of allPlanes(group).entries()) {
    const other = others[index];
    if (other) mixPlane(kernels, plane, plane, other, weight);
  }
  blendOver(kernels, under, group, null, opaque);
  releaseSurface(kernels.heap, incoming);
  releaseSurface(kernels.heap, group);
}

function transparent(kernels: Kernels, rect: Rect): Surface {
  const surface = createSurface(kernels.heap, rect.width, rect.height, true);
  for (const plane of allPlanes(surface)) fillPlane(kernels, plane, 0);
  return surface;
}

// Writes a layer, multiplied by its coverage and opacity, into a transparent group that starts at `origin`.
function placeIn(kernels: Kernels, slots: LayerSlots, layer: DrawableLayer, origin: Rect, group: Surface): void {
  const { surface, coverage } = slots.sample(layer);
  const { rect } = layer.geometry;
  const target = viewOf(group, { ...rect, x: rect.x - origin.x, y: rect.y - origin.y });
  const targets = planePairs(target);
  for (const [index, { colour, alpha }] of planePairs(surface).entries()) {
    const place = targets[index];
    if (!place?.alpha) continue;
    const cover = coverage ? (index === 0 ? coverage.luma : coverage.chroma) : null;
    multiplyPlane(kernels, place.colour, colour, alpha ? null : cover, layer.opacity);
    const source = alpha ?? cover;
    if (source) multiplyPlane(kernels, place.alpha, source, null, layer.opacity);
    else fillPlane(kernels, place.alpha, Math.min(255, layer.opacity));
  }
}

function sameRect(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
