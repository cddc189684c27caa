import { contains, isEmpty, type Rect } from '../../graph/box.ts';
import type { Step } from '../../graph/plan.ts';
import { givenInput } from '../../graph/primitives/generators.ts';
import type { DrawScope, Source } from './draw-scope.ts';
import { drawNode } from './primitives/index.ts';
import { copyRgba, createRgba, isRowSource, type RgbaSurface, releaseRgba, viewOfRgba } from './rgba-surface.ts';

/**
 * Draws the steps of an effect graph in their order, each in its needed area, and returns the rectangle `wanted` of the
 * root. The caller owns the result.
 */
export function drawSteps(steps: readonly Step[], root: Step, wanted: Rect, scope: DrawScope): RgbaSurface {
  const { kernels } = scope;
  const drawn = new Map<Step, RgbaSurface>();
  const empty = createRgba(kernels.heap, { x: 0, y: 0, width: 0, height: 0 });

  function sourceOf(step: Step): Source {
    const surface = drawn.get(step) ?? empty;
    return {
      surface,
      own(area) {
        const movable = step.uses === 1 && !isOthers(step, scope) && surface !== empty && contains(surface, area);
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
    if (!isOthers(step, scope)) releaseRgba(kernels.heap, surface);
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
    for (const [step, surface] of drawn) {
      if (!isOthers(step, scope)) releaseRgba(kernels.heap, surface);
    }
    releaseRgba(kernels.heap, empty);
  }
}

/**
 * Whether the pixels of a step are owned by the caller of the graph, so that they must be neither written nor released.
 * Rows that a row source has produced on demand are owned by this module.
 */
function isOthers({ node }: Step, { inputs }: DrawScope): boolean {
  return node.kind === 'input' && !isRowSource(givenInput(inputs, node.name));
}
