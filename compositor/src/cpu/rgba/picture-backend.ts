import { contains, isEmpty, type Rect, union } from '../../graph/box.ts';
import type { Picture } from '../../graph/picture.ts';
import type { Size } from '../../graph/placement.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { createKeptBlocks } from './kept-blocks.ts';
import { boxRect, type Scene, type Source } from './picture-node.ts';
import { planPicture, type Step, spreadArea } from './picture-plan.ts';
import { copyRgba, createRgba, type RgbaSurface, releaseRgba, viewOfRgba } from './rgba-surface.ts';

/** Draws trees of primitives. */
export interface PictureBackend {
  /**
   * Draws the part `area` of a tree, or what `area` picks of the whole: the box and whatever the tree reaches outside of it (default: all of
   * that). `inputs` by name, whose x, y place them in the box. Throws for a name without an input. The caller releases the result.
   */
  draw(
    picture: Picture,
    inputs: ReadonlyMap<string, RgbaSurface>,
    box: Size,
    area?: Rect | ((whole: Rect) => Rect),
  ): RgbaSurface;
  /** Gives back tables and shapes that were not used since the last call. */
  endFrame(): void;
  close(): void;
}

/** The backend that works on the processor. It keeps tables and shapes in the kernels' memory until `close`. */
export function createPictureBackend(kernels: Kernels): PictureBackend {
  const kept = createKeptBlocks(kernels.heap);
  return {
    draw(picture, inputs, box, area) {
      const scene: Scene = { kernels, box, inputs, kept };
      const { steps, root } = planPicture(picture, scene);
      const whole = isEmpty(root.extent) ? boxRect(scene) : union(boxRect(scene), root.extent);
      const wanted = typeof area === 'function' ? area(whole) : (area ?? whole);
      root.uses = 1;
      spreadArea(steps, root, wanted, scene);
      return drawSteps(steps, root, wanted, scene);
    },
    endFrame: kept.endFrame,
    close: kept.close,
  };
}

function drawSteps(steps: readonly Step[], root: Step, wanted: Rect, scene: Scene): RgbaSurface {
  const { kernels } = scene;
  const drawn = new Map<Step, RgbaSurface>();
  const empty = createRgba(kernels.heap, { x: 0, y: 0, width: 0, height: 0 });

  function sourceOf(step: Step): Source {
    const surface = drawn.get(step) ?? empty;
    return {
      surface,
      own(area) {
        const movable = step.uses === 1 && !step.node.borrowed && surface !== empty && contains(surface, area);
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
    if (!step.node.borrowed) releaseRgba(kernels.heap, surface);
  }

  try {
    for (const step of steps) {
      if (isEmpty(step.area)) continue;
      drawn.set(step, step.node.draw(step.area, step.inputs.map(sourceOf), scene));
      for (const input of step.inputs) finish(input);
    }
    const result = sourceOf(root).own(wanted);
    finish(root);
    return result;
  } finally {
    for (const step of drawn.keys()) {
      const surface = drawn.get(step);
      if (surface && !step.node.borrowed) releaseRgba(kernels.heap, surface);
    }
    releaseRgba(kernels.heap, empty);
  }
}
