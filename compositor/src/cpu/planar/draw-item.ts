import type { Rect } from '../../graph/box.ts';
import { type Dissolve, type Drawable, drawableRect, isOpaque, type Layer } from '../../graph/drawable.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { blendOver, kernelOpacity, mixOpaque, mixPlane, opaque } from './blend-layer.ts';
import type { FullPath } from './full-path.ts';
import { isUntouched } from './layer.ts';
import type { LayerSlots } from './layer-slots.ts';
import { createGroup, groupOf, placeInGroup } from './paint-group.ts';
import { allPlanes, releaseSurface, type Surface } from './surface.ts';
import type { TextureSource } from './texture-source.ts';

/** Draws an item (layer, adjustment or transition) in place over `under`, the opaque pixels of the item's rectangle. */
export function drawItem(
  kernels: Kernels,
  slots: LayerSlots,
  full: FullPath,
  item: Drawable<TextureSource>,
  under: Surface,
): void {
  switch (item.kind) {
    case 'layer':
      drawLayer(kernels, slots, full, item, under);
      break;
    case 'dissolve':
      drawMix(kernels, slots, full, item, under);
      break;
    case 'transition':
      full.transition(slots, under, item);
      break;
    case 'adjustment':
      full.adjust(slots, under, item);
      break;
  }
}

function drawLayer(
  kernels: Kernels,
  slots: LayerSlots,
  full: FullPath,
  layer: Layer<TextureSource>,
  under: Surface,
): void {
  if (isOpaque(layer)) {
    slots.drawInto(layer, under);
    return;
  }
  if (layer.blend) {
    const rows = kernelOpacity(layer.opacity) === opaque ? slots.sampleRows(layer) : null;
    if (rows) {
      full.blendRows(under, rows, layer.blend);
      rows.close();
      return;
    }
    const { surface } = slots.sample(layer);
    if (surface.alpha && kernelOpacity(layer.opacity) === opaque) {
      full.blend(under, surface, layer.blend);
      return;
    }
    const group = groupOf(kernels, slots, [layer], layer.geometry.rect);
    full.blend(under, group, layer.blend);
    releaseSurface(kernels.heap, group);
    return;
  }
  const { surface, coverage } = slots.sample(layer);
  blendOver(kernels, under, surface, coverage, kernelOpacity(layer.opacity));
}

function drawMix(
  kernels: Kernels,
  slots: LayerSlots,
  full: FullPath,
  mix: Dissolve<TextureSource>,
  under: Surface,
): void {
  const { from, to, blend } = mix;
  const weight = kernelOpacity(mix.weight);
  const plain = from && to && !blend && isOpaque(from) && isOpaque(to);
  if (plain && sameRect(from.geometry.rect, to.geometry.rect)) {
    const second = slots.sample(to).surface;
    if (isUntouched(from)) {
      mixOpaque(kernels, under, slots.sample(from).surface, second, weight);
      return;
    }
    slots.drawInto(from, under);
    mixOpaque(kernels, under, under, second, weight);
    return;
  }
  const rect = drawableRect(mix);
  if (!rect) return;
  const group = createGroup(kernels, rect);
  const incoming = createGroup(kernels, rect);
  if (from) placeInGroup(kernels, slots, from, rect, group);
  if (to) placeInGroup(kernels, slots, to, rect, incoming);
  const others = allPlanes(incoming);
  for (const [index, plane] of allPlanes(group).entries()) {
    const other = others[index];
    if (other) mixPlane(kernels, plane, plane, other, weight);
  }
  if (blend) full.blend(under, group, blend);
  else blendOver(kernels, under, group, null, opaque);
  releaseSurface(kernels.heap, incoming);
  releaseSurface(kernels.heap, group);
}

function sameRect(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
