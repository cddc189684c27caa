import { contains, isEmpty, type Rect } from '../../graph/box.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import type { Size } from '../../graph/placement.ts';
import { graphExtent, planGraph, type Step, spreadArea } from '../../graph/plan.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import type { DrawScope, Source } from './draw-scope.ts';
import { createKeptBlocks } from './kept-blocks.ts';

import { drawNode } from './primitives/index.ts';
import { copyRgba, createRgba, type RgbaSurface, releaseRgba, viewOfRgba } from './rgba-surface.ts';

/** Draws trees of primitives. */
export interface GraphBackend {
  /**
   * Draws the part `area` of a tree (default: the box and whatever the tree reaches outside of it), transparent where there is nothing of it. `inputs` by name, whose x, y place them in the box. Throws for a name without an input. The caller releases the result.
   */
  draw(image: GraphNode, inputs: ReadonlyMap<string, RgbaSurface>, box: Size, area?: Rect): RgbaSurface;
  /** Gives back tables and shapes that were not used since the last call. */
  endFrame(): void;
  close(): void;
}

/** The backend that works on the processor. It keeps tables and shapes in the kernels' memory until `close`. */
export function createGraphBackend(kernels: Kernels): GraphBackend {
  const kept = createKeptBlocks(kernels.heap);
  return {
    draw(image, inputs, box, area) {
      const scope: DrawScope = { kernels, box, inputs, kept };
      const { steps, root } = planGraph(image, scope);
      const wanted = area ?? graphExtent(root, scope);
      root.uses = 1;
      spreadArea(steps, root, wanted, scope);
      return drawSteps(steps, root, wanted, scope);
    },
    endFrame: kept.endFrame,
    close: kept.close,
  };
}

function drawSteps(steps: readonly Step[], root: Step, wanted: Rect, scope: DrawScope): RgbaSurface {
  const { kernels } = scope;
  const drawn = new Map<Step, RgbaSurface>();
  const empty = createRgba(kernels.heap, { x: 0, y: 0, width: 0, height: 0 });

  function sourceOf(step: Step): Source {
    const surface = drawn.get(step) ?? empty;
    return {
      surface,
      own(area) {
        const movable = step.uses === 1 && !isGiven(step) && surface !== empty && contains(surface, area);
        if (!movable) return copyRgba(kernels, surface, area);
        drawn.delete(step);
        return viewOfRgba(surface, area);
      },
    };
  }

  function finish(step: Step): void {
    step.uses -= 1;
    const surface = drawn.get(step);
    if (step.uses > 0 || !surface) return;
    drawn.delete(step);
    if (!isGiven(step)) releaseRgba(kernels.heap, surface);
  }

  try {
    for (const step of steps) {
      if (isEmpty(step.area)) continue;
      drawn.set(step, drawNode(step.node, step.area, step.inputs.map(sourceOf), scope));
      for (const input of step.inputs) finish(input);
    }
    const result = sourceOf(root).own(wanted);
    finish(root);
    return result;
  } finally {
    for (const step of drawn.keys()) {
      const surface = drawn.get(step);
      if (surface && !isGiven(step)) releaseRgba(kernels.heap, surface);
    }
    releaseRgba(kernels.heap, empty);
  }
}

/** The memory of a given input is its owner's: neither to be written nor released. */
function isGiven({ node }: Step): boolean {
  return node.kind === 'input';
}
