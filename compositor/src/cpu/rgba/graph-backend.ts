import type { Rect } from '../../graph/box.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import type { Size } from '../../graph/placement.ts';
import { graphExtent, planGraph, type Step, spreadArea } from '../../graph/plan.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import type { VectorLibrary } from '../../sprites/vector-library.ts';
import { createKeptBlocks, type DrawScope } from './draw-scope.ts';
import { drawSteps, isDrawnByRows, openRows } from './draw-steps.ts';
import { bandRows, type GivenSurface, type RgbaSurface, releaseRgba } from './rgba-surface.ts';

/** Backend that draws effect graphs. */
export interface GraphBackend {
  /**
   * Draws the rectangle `area` of an effect graph, transparent where the graph has no pixels. Default: the box and
   * everything that the graph draws outside it. `inputs` contains the graph's input images by name; their x and y are
   * positions in the box. Throws when an input of the graph is missing. The caller must release the result.
   */
  draw(image: GraphNode, inputs: ReadonlyMap<string, GivenSurface>, box: Size, area?: Rect): RgbaSurface;
  /**
   * Draws the pixels that `draw` returns for `area`, and passes them to `take` in bands of an even number of rows, from
   * top to bottom. A band is valid until `take` returns. Where possible, the pixels stay in the CPU cache between
   * primitives.
   */
  drawBands(
    image: GraphNode,
    inputs: ReadonlyMap<string, GivenSurface>,
    box: Size,
    area: Rect,
    take: (band: RgbaSurface) => void,
  ): void;
  /** Frees tables and shapes that were not used since the last call. */
  endFrame(): void;
  close(): void;
}

/**
 * Creates the backend that draws effect graphs on the CPU. `vectors` draws outlines of masks. Tables and shapes stay
 * cached in WebAssembly memory until `close`.
 */
export function createGraphBackend(kernels: Kernels, vectors: VectorLibrary): GraphBackend {
  const kept = createKeptBlocks(kernels.heap);

  function plan(
    image: GraphNode,
    inputs: ReadonlyMap<string, GivenSurface>,
    box: Size,
    area?: Rect,
  ): { steps: readonly Step[]; root: Step; scope: DrawScope; wanted: Rect } {
    const scope: DrawScope = { kernels, vectors, box, inputs, kept };
    const { steps, root } = planGraph(image, scope);
    const wanted = area ?? graphExtent(root, scope);
    root.uses = 1;
    spreadArea(steps, root, wanted, scope);
    return { steps, root, scope, wanted };
  }

  return {
    draw(image, inputs, box, area) {
      const { steps, root, scope, wanted } = plan(image, inputs, box, area);
      return drawSteps(steps, root, wanted, scope);
    },
    drawBands(image, inputs, box, area, take) {
      const { steps, root, scope } = plan(image, inputs, box, area);
      const hand = (band: RgbaSurface) => {
        try {
          take(band);
        } finally {
          releaseRgba(kernels.heap, band);
        }
      };
      if (!isDrawnByRows(steps, root)) return hand(drawSteps(steps, root, area, scope));
      const open = openRows(root, scope);
      try {
        const rows = bandRows(area.width);
        for (let y = 0; y < area.height; y += rows) {
          hand(open.rows({ ...area, y: area.y + y, height: Math.min(rows, area.height - y) }));
        }
      } finally {
        open.close();
      }
    },
    endFrame: kept.endFrame,
    close: kept.close,
  };
}
