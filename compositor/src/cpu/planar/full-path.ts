import type { BlendMode } from '@framemill/timeline';
import type { Rect } from '../../graph/box.ts';
import type { Adjustment, Layer, TransitionGraph } from '../../graph/drawable.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { planarFromRgba, rgbaFromPlanar, rgbaRowsFromPlanar } from '../rgba/convert.ts';
import type { GraphBackend } from '../rgba/graph-backend.ts';
import { blendPixels } from '../rgba/primitives/composite.ts';
import { createRgba, type RgbaSurface, releaseRgba } from '../rgba/rgba-surface.ts';
import { blendOver, opaque } from './blend-layer.ts';
import type { LayerSlots } from './layer-slots.ts';
import { paintRgba } from './paint-group.ts';
import type { SampledRows } from './sampled-rows.ts';
import { createSurface, releaseSurface, type Surface, viewOf } from './surface.ts';
import type { TextureSource } from './texture-source.ts';

/**
 * Drawing operations that need a conversion to RGBA, inside a rectangle of an opaque planar image. All of them work in
 * place.
 */
export interface FullPath {
  /** Blends a premultiplied group (layers drawn together) of the same size into `under`. */
  blend(under: Surface, group: Surface, mode: BlendMode): void;
  /** Samples a layer in batches of rows and blends them into `under`, which has the pixels of the layer's rectangle. */
  blendRows(under: Surface, layer: SampledRows, mode: BlendMode): void;
  /** Applies an adjustment layer. `under` is the whole output. */
  adjust(slots: LayerSlots, under: Surface, item: Adjustment<TextureSource>): void;
  /** Draws a transition. `under` is the whole output. */
  transition(slots: LayerSlots, under: Surface, item: TransitionGraph<TextureSource>): void;
}

/**
 * Creates the RGBA operations for surfaces in the WebAssembly memory of `kernels`. `images` draws the effect graphs of
 * adjustments and transitions.
 */
export function createFullPath(kernels: Kernels, images: GraphBackend): FullPath {
  function drawTree(tree: GraphNode, inputs: ReadonlyMap<string, RgbaSurface>, size: Surface, area: Rect): RgbaSurface {
    const result = images.draw(tree, inputs, size, area);
    for (const input of inputs.values()) releaseRgba(kernels.heap, input);
    return result;
  }

  function painted(slots: LayerSlots, inputs: ReadonlyMap<string, readonly Layer<TextureSource>[]>) {
    return [...inputs].map(([name, layers]) => [name, paintRgba(kernels, slots, layers)] as const);
  }

  return {
    blend: (under, group, mode) => blendStrips(kernels, under, wholeGroup(group), mode),
    blendRows: (under, layer, mode) => blendStrips(kernels, under, partsOf(layer, under.height), mode),
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
        if (mode) blendStrips(kernels, under, wholeGroup(group), mode);
        else blendOver(kernels, under, group, null, opaque);
        releaseSurface(kernels.heap, group);
      }
      releaseRgba(kernels.heap, result);
    },
  };
}

// Height of a strip in rows, even. A strip of both images stays in the CPU cache between two steps.
const stripRows = 16;

// Number of rows of a layer that are sampled at a time, plus chroma rows above and below. A multiple of `stripRows`.
const partRows = 64;

/**
 * Function that returns a surface that contains the 16 rows of a group from row `y` on and the rows around them, and
 * the group's row at which this surface begins.
 */
type GroupPart = (y: number) => { surface: Surface; firstRow: number };

function wholeGroup(surface: Surface): GroupPart {
  const part = { surface, firstRow: 0 };
  return () => part;
}

function partsOf(layer: SampledRows, height: number): GroupPart {
  let current: ReturnType<GroupPart> | null = null;
  return (y) => {
    if (current && y % partRows > 0) return current;
    const firstRow = Math.max(0, y - 2);
    current = { surface: layer.rows(firstRow, Math.min(height, y + partRows + 2)), firstRow };
    return current;
  };
}

function blendStrips(kernels: Kernels, under: Surface, group: GroupPart, mode: BlendMode): void {
  const { heap, run } = kernels;
  const { width, height } = under;
  const strip = { x: 0, y: 0, width, height: Math.min(stripRows, height) };
  const [below, over] = [createRgba(heap, strip), createRgba(heap, strip)];
  const [u, v] = under.chroma;
  // Chroma at the boundary of two strips depends on both. The original last rows of the upper strip are saved,
  // alternating between two buffers.
  const rowBytes = u.stride;
  const lastRows = heap.allocate(4 * rowBytes);
  for (let y = 0; y < height; y += stripRows) {
    const rows = Math.min(stripRows, height - y);
    const part = { ...strip, y, height: rows };
    const [upper, lower] = (y / stripRows) % 2 === 0 ? [0, 2] : [2, 0];
    const kept = (row: number) => ({ u: lastRows + row * rowBytes, v: lastRows + (row + 1) * rowBytes });
    const last = ((y + rows - 1) >> 1) * rowBytes;
    const saved = kept(lower);
    run.copyRect(saved.u, rowBytes, u.offset + last, rowBytes, u.width, 1);
    run.copyRect(saved.v, rowBytes, v.offset + last, rowBytes, u.width, 1);
    rgbaRowsFromPlanar(kernels, under, { ...below, ...part }, y > 0 ? kept(upper) : null);
    const { surface, firstRow } = group(y);
    rgbaRowsFromPlanar(kernels, surface, { ...over, ...part, y: y - firstRow }, null);
    blendPixels(kernels, { ...below, ...part }, { ...over, ...part }, mode, 1, false);
    planarFromRgba(kernels, { ...below, ...part }, viewOf(under, part));
  }
  heap.release(lastRows);
  releaseRgba(heap, over);
  releaseRgba(heap, below);
}

function whole({ width, height }: Surface): Rect {
  return { x: 0, y: 0, width, height };
}
