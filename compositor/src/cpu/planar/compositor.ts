import { area, type Rect } from '../../graph/box.ts';
import type { YuvColour } from '../../graph/colour.ts';
import {
  type Dissolve,
  type Drawable,
  drawableKey,
  drawableRect,
  hidesBelow,
  isEffectStack,
  isOpaque,
  type Layer,
} from '../../graph/drawable.ts';
import type { FrameMemory, FramePlanes } from '../../graph/frame-memory.ts';
import type { Size } from '../../graph/placement.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import type { VectorLibrary } from '../../sprites/vector-library.ts';
import { createGraphBackend } from '../rgba/graph-backend.ts';
import { blendOver, copyPlane, fillPlane, kernelOpacity, mixOpaque, mixPlane, opaque } from './blend-layer.ts';
import { createEffectStacks } from './effect-stacks.ts';
import { downloadRect, stridesOf, uploadRect } from './frame-transfer.ts';
import { createFullPath, type FullPath } from './full-path.ts';
import { isUntouched } from './layer.ts';
import { createLayerSlots, type LayerSlots } from './layer-slots.ts';
import { createGroup, groupOf, placeInGroup } from './paint-group.ts';
import { allPlanes, createSurface, releaseSurface, type Surface, viewOf } from './surface.ts';
import { placedLayer, type TextureSource } from './texture-source.ts';

/** Compositor that draws successive frames into its own output frame. */
export interface Compositor<F> {
  /**
   * Draws `items`, bottom first, over `background`. Returns a planar 4:2:0 frame of the output's size, read-only and
   * valid until the next call. It may be the frame of a source (when no drawing is needed) or the same frame as before
   * (when nothing changed).
   */
  draw(background: YuvColour, items: readonly Drawable[]): F;
  close(): void;
}

// Share of the frame above which copying the whole frame in and out is cheaper than copying each rectangle.
const rectShare = 0.9;

// Item whose layers all have a CPU texture as source.
type Placed<F = unknown> = Drawable<TextureSource<F>>;

/** Memory and libraries with which the CPU backend draws. */
export interface CompositorParts<F> {
  kernels: Kernels;
  frames: FrameMemory<F>;
  vectors: VectorLibrary;
}

/** Creates the compositor of one output size. It caches reusable results in WebAssembly memory until `close`. */
export function createCompositor<F>({ kernels, frames, vectors }: CompositorParts<F>, output: Size): Compositor<F> {
  const images = createGraphBackend(kernels, vectors);
  const stacks = createEffectStacks(kernels, images, output);
  const pooled = frames.create(output);
  const pooledPlanes = pooled.planes;
  const slots = createLayerSlots(kernels);
  const full = createFullPath(kernels, images);
  const stack = createStack(kernels, output, pooledPlanes);
  let canvas: Surface | null = null;
  let shown: { key: string; frame: F } | null = null;

  function sourceOf(layer: Layer): Layer<TextureSource<F>> | null {
    const { source } = layer;
    return isEffectStack(source) ? stacks.drawn({ ...layer, source }) : placedLayer<F>({ ...layer, source });
  }

  function drawCanvas(background: YuvColour, items: readonly Placed[]): F {
    canvas ??= createSurface(kernels.heap, output.width, output.height, false, { strides: stridesOf(pooledPlanes) });
    const target = canvas;
    const hasBase = items[0] !== undefined && hidesBelow(items[0], output.width, output.height);
    const done = stack.restore(items, target);
    if (done === 0 && !hasBase) fillSurface(kernels, target, background);
    for (let index = done; index < items.length; index++) {
      const item = items[index];
      const rect = item && drawableRect(item);
      if (item && rect) drawItem(kernels, slots, full, item, viewOf(target, rect));
      stack.keep(index + 1, target);
    }
    downloadRect(kernels.heap, target, pooledPlanes, { x: 0, y: 0, ...output });
    return pooled.frame;
  }

  function drawRects(base: F, items: readonly Placed[]): F {
    pooled.copyFrom(base);
    for (const item of items) {
      const rect = drawableRect(item);
      if (!rect) continue;
      // Narrow rectangles are copied row by row, wide ones together with the bytes between their rows: see
      // `uploadRect`.
      const strides = rect.width * 4 > output.width ? stridesOf(pooledPlanes) : undefined;
      const under = createSurface(kernels.heap, rect.width, rect.height, false, { strides });
      uploadRect(kernels.heap, pooledPlanes, rect, under);
      drawItem(kernels, slots, full, item, under);
      downloadRect(kernels.heap, under, pooledPlanes, rect);
      releaseSurface(kernels.heap, under);
    }
    return pooled.frame;
  }

  function drawVisible(background: YuvColour, items: readonly Placed<F>[]): F {
    const [base, ...above] = items;
    const frame = base ? untouchedFrame(base, output) : null;
    if (!frame) return drawCanvas(background, items);
    if (above.length === 0) return frame;
    const touched = above.reduce(
      (sum, item) => sum + area(drawableRect(item) ?? { x: 0, y: 0, width: 0, height: 0 }),
      0,
    );
    return touched < rectShare * output.width * output.height ? drawRects(frame, above) : drawCanvas(background, items);
  }

  return {
    draw(background, items) {
      const visible = cull(items, output).flatMap((item) => placed(item, sourceOf));
      stacks.endFrame();
      const keys = visible.map(drawableKey);
      const key = `${background.y},${background.u},${background.v} ${keys.join(';')}`;
      if (shown?.key !== key) {
        stack.begin(keys, background);
        shown = { key, frame: drawVisible(background, visible) };
        slots.endFrame();
      }
      images.endFrame();
      return shown.frame;
    },
    close() {
      slots.close();
      stack.close();
      stacks.close();
      images.close();
      if (canvas) releaseSurface(kernels.heap, canvas);
      pooled.free();
    },
  };
}

// Drops items without pixels and every item below an opaque image of the whole output.
function cull(items: readonly Drawable[], output: Size): Drawable[] {
  const visible = items.filter((item) => (item.kind === 'layer' ? item.opacity > 0 : drawableRect(item) !== null));
  const base = visible.findLastIndex((item) => hidesBelow(item, output.width, output.height));
  return visible.slice(Math.max(0, base));
}

// Returns the item with CPU textures as sources. Layers without pixels inside the output are left out.
function placed<F>(item: Drawable, sourceOf: (layer: Layer) => Layer<TextureSource<F>> | null): Placed<F>[] {
  const all = (inputs: ReadonlyMap<string, readonly Layer[]>) =>
    new Map([...inputs].map(([name, layers]) => [name, layers.flatMap((layer) => sourceOf(layer) ?? [])]));
  switch (item.kind) {
    case 'layer':
      return [sourceOf(item) ?? []].flat();
    case 'dissolve':
      return [{ ...item, from: item.from && sourceOf(item.from), to: item.to && sourceOf(item.to) }];
    case 'transition':
    case 'adjustment':
      return [{ ...item, inputs: all(item.inputs) }];
  }
}

// Returns the decoded frame when it is the whole output unchanged.
function untouchedFrame<F>(item: Placed<F>, output: Size): F | null {
  if (item.kind !== 'layer' || !hidesBelow(item, output.width, output.height)) return null;
  const { geometry, source } = item;
  const { tx, ty } = geometry.placement.matrix;
  const fits = source.width === output.width && source.height === output.height;
  return isUntouched(item) && fits && Math.abs(tx) < 1 && Math.abs(ty) < 1 ? (source.frame ?? null) : null;
}

/**
 * Cache of the image of the lowest items that have not changed since the last frame. They are drawn once; for later
 * frames the image is copied.
 */
interface Stack {
  begin(keys: readonly string[], background: YuvColour): void;
  /**
   * Copies the cached image into `target` if it is valid. Returns the number of items in the image, which need not be
   * drawn.
   */
  restore(items: readonly Placed[], target: Surface): number;
  /** Caches `target` if it contains exactly the items that have not changed. `drawn` is the number of items in it. */
  keep(drawn: number, target: Surface): void;
  close(): void;
}

// Copying a cached image costs as much as copying or filling one layer, so that a cache pays off from two layers on.
const smallestStack = 2;

function createStack(kernels: Kernels, output: Size, frame: FramePlanes): Stack {
  let surface: Surface | null = null;
  let kept: readonly string[] = [];
  let previous: readonly string[] = [];
  let current: readonly string[] = [];
  let unchanged = 0;

  return {
    begin(keys, background) {
      const all = [`${background.y},${background.u},${background.v}`, ...keys];
      previous = current;
      current = all;
      unchanged = 0;
      while (unchanged < all.length && all[unchanged] === previous[unchanged]) unchanged++;
    },
    restore(items, target) {
      const fits = kept.length > smallestStack && kept.length <= items.length + 1 && kept.length <= unchanged;
      if (!fits || !surface || !kept.every((key, index) => key === current[index])) return 0;
      copySurface(kernels, target, surface);
      return kept.length - 1;
    },
    keep(drawn, target) {
      if (drawn + 1 !== unchanged || drawn < smallestStack || kept.length === unchanged) return;
      surface ??= createSurface(kernels.heap, output.width, output.height, false, { strides: stridesOf(frame) });
      copySurface(kernels, surface, target);
      kept = current.slice(0, unchanged);
    },
    close() {
      if (surface) releaseSurface(kernels.heap, surface);
    },
  };
}

function copySurface(kernels: Kernels, target: Surface, source: Surface): void {
  copyPlane(kernels, target.luma, source.luma);
  copyPlane(kernels, target.chroma[0], source.chroma[0]);
  copyPlane(kernels, target.chroma[1], source.chroma[1]);
}

function fillSurface(kernels: Kernels, target: Surface, colour: YuvColour): void {
  fillPlane(kernels, target.luma, colour.y);
  fillPlane(kernels, target.chroma[0], colour.u);
  fillPlane(kernels, target.chroma[1], colour.v);
}

/**
 * Draws an item (layer, adjustment or transition) in place over `under`, which has the opaque pixels of the item's
 * rectangle.
 */
function drawItem(
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
