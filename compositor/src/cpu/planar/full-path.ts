import type { BlendMode } from '@framemill/timeline';
import { type Adjustment, belowInput, type Layer, type TransitionGraph } from '../../drawable.ts';
import type { Rect } from '../../graph/box.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { planarFromRgba, rgbaFromPlanar } from '../rgba/convert.ts';
import type { GraphBackend } from '../rgba/graph-backend.ts';
import { type RgbaSurface, releaseRgba } from '../rgba/rgba-surface.ts';
import { blendOver, opaque } from './blend-layer.ts';
import type { LayerSlots } from './layer-slots.ts';
import { paintRgba } from './paint-group.ts';
import { createSurface, releaseSurface, type Surface, viewOf } from './surface.ts';
import type { TextureSource } from './texture-source.ts';

const overInput: GraphNode = { kind: 'input', name: 'over' };

/** What has to be drawn in RGBA, inside a rectangle of an opaque planar picture. Everything happens in place. */
export interface FullPath {
  /** Mixes a premultiplied group of the size of `under` into it. */
  blend(under: Surface, group: Surface, mode: BlendMode): void;
  /** `under` is the whole output. */
  adjust(slots: LayerSlots, under: Surface, item: Adjustment<TextureSource>): void;
  /** `under` is the whole output. */
  transition(slots: LayerSlots, under: Surface, item: TransitionGraph<TextureSource>): void;
}

/** The full path of one heap. `pictures` draws its graphs. */
export function createFullPath(kernels: Kernels, images: GraphBackend): FullPath {
  function drawTree(tree: GraphNode, inputs: ReadonlyMap<string, RgbaSurface>, size: Surface, area: Rect): RgbaSurface {
    const result = images.draw(tree, inputs, size, area);
    for (const input of inputs.values()) releaseRgba(kernels.heap, input);
    return result;
  }

  function painted(slots: LayerSlots, inputs: ReadonlyMap<string, readonly Layer<TextureSource>[]>) {
    return [...inputs].map(([name, layers]) => [name, paintRgba(kernels, slots, layers)] as const);
  }

  function blend(under: Surface, group: Surface, mode: BlendMode): void {
    const tree: GraphNode = { kind: 'composite', over: overInput, under: belowInput, blend: mode, opacity: 1 };
    const inputs = new Map([
      ['over', rgbaFromPlanar(kernels, group, { x: 0, y: 0 })],
      ['below', rgbaFromPlanar(kernels, under, { x: 0, y: 0 })],
    ]);
    const result = drawTree(tree, inputs, under, whole(under));
    planarFromRgba(kernels, result, under);
    releaseRgba(kernels.heap, result);
  }

  return {
    blend,
    adjust(slots, under, { graph, area, inputs: others }) {
      const below = rgbaFromPlanar(kernels, under, { x: 0, y: 0 });
      const inputs = new Map([['below', below], ...painted(slots, others)]);
      const result = drawTree(graph, inputs, under, area);
      planarFromRgba(kernels, result, viewOf(under, area));
      releaseRgba(kernels.heap, result);
    },
    transition(slots, under, { graph, inputs, isOpaque, blend: mode }) {
      const result = drawTree(graph, new Map(painted(slots, inputs)), under, whole(under));
      if (isOpaque && !mode) {
        planarFromRgba(kernels, result, under);
      } else {
        const group = createSurface(kernels.heap, under.width, under.height, true);
        planarFromRgba(kernels, result, group);
        if (mode) blend(under, group, mode);
        else blendOver(kernels, under, group, null, opaque);
        releaseSurface(kernels.heap, group);
      }
      releaseRgba(kernels.heap, result);
    },
  };
}

function whole({ width, height }: Surface): Rect {
  return { x: 0, y: 0, width, height };
}
