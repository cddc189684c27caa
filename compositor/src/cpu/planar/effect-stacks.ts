import { contains, type Rect } from '../../graph/box.ts';
import { type EffectStack, isEffectStack, type Layer, sourceKey } from '../../graph/drawable.ts';
import { type LayerGeometry, layerGeometry } from '../../graph/layer-geometry.ts';
import { compose, translation } from '../../graph/matrix.ts';
import type { Size } from '../../graph/placement.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { planarFromRgba } from '../rgba/convert.ts';
import type { GraphBackend } from '../rgba/graph-backend.ts';
import { type GivenSurface, type RgbaSurface, type RowSource, releaseRgba, withRows } from '../rgba/rgba-surface.ts';
import { extended, withFrame } from '../rgba/sampling.ts';
import { createLayerSlots } from './layer-slots.ts';
import { drawFlat, paintRows } from './paint-group.ts';
import { createSurface, releaseSurface, type Surface, viewOf } from './surface.ts';
import { createStackSource, placedLayer, type StillSource, type TextureSource } from './texture-source.ts';

/** Draws effect stacks and caches each layer's result until its effect graph or one of its inputs changes. */
export interface EffectStacks {
  /**
   * Returns the layer with the result of its effect stack as its source; null when it is completely outside the output.
   */
  drawn(layer: Layer<EffectStack>): Layer<StillSource> | null;
  /** Frees the pixels of layers that were not drawn since the last call. */
  endFrame(): void;
  close(): void;
}

interface Kept {
  key: string;
  source: StillSource;
  /** Rectangle that was drawn, in pixels of the layer's box. */
  area: Rect;
  used: boolean;
}

/** Creates the effect stack cache of one output. Layers of one frame must have different `slot` names. */
export function createEffectStacks(kernels: Kernels, images: GraphBackend, output: Size): EffectStacks {
  const kept = new Map<string, Kept>();
  const slots = createLayerSlots(kernels);
  let serial = 0;

  function draw({ graph, inputs: stackInputs, size, area, hasAlpha, flat }: EffectStack): StillSource {
    if (flat)
      return named(drawFlat(kernels, slots, { ...flat, layers: flat.layers.map(inputLayer) }, { size, hasAlpha }));
    const inputs = new Map<string, GivenSurface>();
    const painted: (() => void)[] = [];
    for (const [name, { layers, origin, inside }] of stackInputs) {
      const rows = paintRows(kernels, slots, layers.map(inputLayer), origin);
      painted.push(rows.close);
      const whole = inside && edgeRepeated(kernels, rows, inside, size);
      if (whole) painted.push(() => releaseRgba(kernels.heap, whole));
      inputs.set(name, whole ?? rows);
    }
    const surface = createSurface(kernels.heap, area.width, area.height, hasAlpha);
    try {
      images.drawBands(graph, inputs, size, area, (band) => {
        const place = { ...band, x: band.x - area.x, y: band.y - area.y };
        planarFromRgba(kernels, band, viewOf(surface, place));
      });
    } catch (error) {
      releaseSurface(kernels.heap, surface);
      throw error;
    } finally {
      for (const close of painted) close();
    }
    return named(surface);
  }

  function named(surface: Surface): StillSource {
    serial += 1;
    return createStackSource(kernels, surface, `stack ${serial}`);
  }

  /** Returns a layer of an input with a texture as its source: that of the layer, or the result of its effect stack. */
  function inputLayer(layer: Layer): Layer<TextureSource> {
    const { source } = layer;
    if (!isEffectStack(source)) return placedLayer({ ...layer, source });
    const inner = { ...layer, source };
    return { ...layer, source: keptOf(inner, isSameArea).source };
  }

  function keptOf({ slot, source: stack }: Layer<EffectStack>, serves: typeof contains): Kept {
    const key = sourceKey(stack);
    const known = kept.get(slot);
    if (known?.key === key && serves(known.area, stack.area)) {
      known.used = true;
      return known;
    }
    if (known) {
      known.source.close();
      kept.delete(slot);
    }
    const made = { key, source: draw(stack), area: stack.area, used: true };
    kept.set(slot, made);
    return made;
  }

  return {
    drawn(layer) {
      const { source, area } = keptOf(layer, contains);
      const geometry = geometryOn(area, layer, output);
      return geometry && { ...layer, source, geometry };
    },
    endFrame() {
      slots.endFrame();
      for (const [slot, known] of kept) {
        if (!known.used) {
          known.source.close();
          kept.delete(slot);
        }
        known.used = false;
      }
    },
    close() {
      for (const { source } of kept.values()) source.close();
      kept.clear();
      slots.close();
    },
  };
}

/**
 * Returns the geometry of a layer whose cached pixels cover `area`, which may be larger than the area that the layer
 * needs.
 */
function geometryOn(area: Rect, { source, geometry }: Layer<EffectStack>, output: Size): LayerGeometry | null {
  const [dx, dy] = [area.x - source.area.x, area.y - source.area.y];
  if (dx === 0 && dy === 0 && area.width === source.width && area.height === source.height) return geometry;
  const { placement } = geometry;
  const crop = { left: 0, top: 0, right: area.width, bottom: area.height };
  return layerGeometry({ ...placement, matrix: compose(placement.matrix, translation(dx, dy)), crop }, output);
}

// A cached area of another size would need another geometry, which depends on the size of the input's grid.
function isSameArea(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

function edgeRepeated(kernels: Kernels, painted: RowSource, inside: Rect, size: Size): RgbaSurface {
  const box = { x: 0, y: 0, ...size };
  return withRows(kernels, painted, painted, (whole) =>
    withFrame(kernels, whole, inside, (frame) => extended(kernels, frame, box)),
  );
}
