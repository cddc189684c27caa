import type { Rect } from '../../graph/box.ts';
import { type Layer, sampleKey } from '../../graph/drawable.ts';
import type { FramePlanes } from '../../graph/frame-memory.ts';
import { geometryKey } from '../../graph/layer-geometry.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { uploadRect } from './frame-transfer.ts';
import { applyCoverage, type Coverage, createCoverage, drawTexture, endsInside, isUntouched } from './layer.ts';
import { packedFor } from './resample.ts';
import { createSampledRows, type SampledRows } from './sampled-rows.ts';
import { createSurface, releaseSurface, type Surface, viewOf } from './surface.ts';
import type { TextureSource } from './texture-source.ts';

/** Pixels of a layer after resampling to the output's pixel grid. The surface has the size of the layer's rectangle. */
export interface SampledLayer {
  readonly surface: Surface;
  readonly coverage: Coverage | null;
}

/**
 * Cache of sampled layers. The memory of a layer stays allocated as long as every frame draws the layer. Its pixels are
 * reused as long as the layer does not change.
 */
export interface LayerSlots {
  /** Returns the layer's pixels, read-only. They are valid until the layer changes or is no longer drawn. */
  sample(layer: Layer<TextureSource>): SampledLayer;
  /**
   * Returns a sampler for the rows of a rotated, moving layer. Returns null when the layer's pixels are cached or must
   * be sampled as a whole; the caller must then use `sample`.
   */
  sampleRows(layer: Layer<TextureSource>): SampledRows | null;
  /**
   * Draws an opaque layer into `target`, which has the size of the layer's rectangle. From its second frame on, the
   * pixels of an unchanged layer are cached.
   */
  drawInto(layer: Layer<TextureSource>, target: Surface): void;
  /** Frees the memory of layers that were not drawn since the last call. */
  endFrame(): void;
  close(): void;
}

interface Slot {
  surface: Surface | null;
  key: string;
  coverage: Coverage | null;
  coverageKey: string;
  lastKey: string;
  used: boolean;
}

/** Creates an empty cache. It allocates WebAssembly memory when layers are sampled. */
export function createLayerSlots(kernels: Kernels): LayerSlots {
  const slots = new Map<string, Slot>();

  function slotOf(layer: Layer<TextureSource>): Slot {
    let slot = slots.get(layer.slot);
    if (!slot) {
      slot = { surface: null, key: '', coverage: null, coverageKey: '', lastKey: '', used: true };
      slots.set(layer.slot, slot);
    }
    slot.used = true;
    return slot;
  }

  function dropSurface(slot: Slot): void {
    if (slot.surface) releaseSurface(kernels.heap, slot.surface);
    slot.surface = null;
    slot.key = '';
  }

  function dropCoverage(slot: Slot): void {
    if (slot.coverage) kernels.heap.release(slot.coverage.block);
    slot.coverage = null;
    slot.coverageKey = '';
  }

  function coverageOf(slot: Slot, layer: Layer<TextureSource>): Coverage | null {
    if (!layer.hasEdges || layer.geometry.solid || endsInside(layer)) return null;
    const key = geometryKey(layer.geometry);
    if (slot.coverageKey !== key) {
      dropCoverage(slot);
      slot.coverage = createCoverage(kernels, layer.geometry);
      slot.coverageKey = key;
    }
    return slot.coverage;
  }

  function fill(slot: Slot, layer: Layer<TextureSource>, coverage: Coverage | null): Surface {
    const { width, height } = layer.geometry.rect;
    const { hasAlpha } = layer.source;
    const old = slot.surface;
    if (old && (old.width !== width || old.height !== height || (old.alpha !== null) !== hasAlpha)) dropSurface(slot);
    const surface = slot.surface ?? createSurface(kernels.heap, width, height, hasAlpha);
    slot.surface = surface;
    drawTexture(kernels, layer.source, layer.geometry, surface);
    if (coverage && hasAlpha) applyCoverage(kernels, surface, coverage);
    return surface;
  }

  function sample(layer: Layer<TextureSource>): SampledLayer {
    const slot = slotOf(layer);
    const coverage = coverageOf(slot, layer);
    const ownAlpha = layer.source.hasAlpha;
    if (isUntouched(layer) && !(ownAlpha && coverage)) {
      return { surface: unmovedView(layer), coverage: ownAlpha ? null : coverage };
    }
    const key = sampleKey(layer);
    const surface = slot.surface && slot.key === key ? slot.surface : fill(slot, layer, coverage);
    slot.key = key;
    return { surface, coverage: ownAlpha ? null : coverage };
  }

  // Whether the layer is as in the last frame, or as when it was last sampled.
  function stays(slot: Slot, layer: Layer<TextureSource>): boolean {
    const key = sampleKey(layer);
    const isKnown = slot.lastKey === key || slot.key === key;
    slot.lastKey = key;
    return isKnown;
  }

  return {
    sample,
    sampleRows(layer) {
      const slot = slotOf(layer);
      const { source, geometry } = layer;
      if (stays(slot, layer) || !source.hasAlpha || coverageOf(slot, layer)) return null;
      const packed = packedFor(source, geometry.toSource);
      if (!packed) return null;
      dropSurface(slot);
      return createSampledRows(kernels, packed, geometry);
    },
    drawInto(layer, target) {
      const slot = slotOf(layer);
      const isKept = stays(slot, layer);
      if (!isUntouched(layer) && !isKept) {
        drawTexture(kernels, layer.source, layer.geometry, target);
        return;
      }
      if (isUntouched(layer) && layer.source.planes) {
        uploadUnmoved(kernels, layer, layer.source.planes(), target);
        return;
      }
      copyColour(kernels, sample(layer).surface, target);
    },
    endFrame() {
      for (const [name, slot] of slots) {
        if (slot.used) {
          slot.used = false;
          continue;
        }
        dropSurface(slot);
        dropCoverage(slot);
        slots.delete(name);
      }
    },
    close() {
      for (const slot of slots.values()) {
        dropSurface(slot);
        dropCoverage(slot);
      }
      slots.clear();
    },
  };
}

// View of the source when the output's pixels are the source's own, shifted by whole even pixels.
function unmovedView(layer: Layer<TextureSource>): Surface {
  const part = unmovedPart(layer);
  return viewOf(layer.source.level(0, part.y, part.y + part.height), part);
}

function unmovedPart(layer: Layer<TextureSource>): Rect {
  const { rect, placement } = layer.geometry;
  const x = rect.x - 2 * Math.round(placement.matrix.tx / 2);
  const y = rect.y - 2 * Math.round(placement.matrix.ty / 2);
  return { x, y, width: rect.width, height: rect.height };
}

// Copies straight from the decoder's memory. `target` is a part of the canvas, so that one copy is only allowed for
// whole rows.
function uploadUnmoved(kernels: Kernels, layer: Layer<TextureSource>, planes: FramePlanes, target: Surface): void {
  const part = unmovedPart(layer);
  const wholeRows = part.x === 0 && part.width === layer.source.width;
  if (wholeRows || target.luma.stride !== planes.stride[0]) uploadRect(kernels.heap, planes, part, target);
  else copyColour(kernels, unmovedView(layer), target);
}

function copyColour(kernels: Kernels, from: Surface, to: Surface): void {
  const targets = [to.luma, ...to.chroma];
  for (const [index, plane] of [from.luma, ...from.chroma].entries()) {
    const target = targets[index];
    if (!target) continue;
    const { width, height } = target;
    kernels.run.copyRect(target.offset, target.stride, plane.offset, plane.stride, width, height);
  }
}
