import { type Adjustment, belowInput, type Layer } from '../drawable.ts';
import { boundsOf, evenRect } from '../graph/box.ts';
import type { GraphNode, Moment } from '../graph/graph-node.ts';
import { type CanvasSize, frameClip } from '../graph/placement.ts';
import { seedOf } from '../graph/seeded.ts';
import { maskInput } from '../masks/image.ts';
import { maskTree } from '../masks/mask-tree.ts';
import { boxMatte } from './box-matte.ts';
import { effectGraph } from './effect-graph.ts';
import { paintedMask, type StackPainting } from './painted-mask.ts';

/**
 * Creates the drawable of an adjustment layer. Everything below it is graded and changed by its effects as a whole,
 * then mixed in by its opacity inside its box (the canvas at scale 1) and its mask. Null when it changes nothing or its
 * box is outside the output.
 */
export function adjustmentOf(painting: StackPainting, canvas: CanvasSize): Adjustment | null {
  const { layer, slot, textOutline } = painting;
  const { document, output } = canvas;
  const scale = output.width / document.width;
  const looked = effectGraph(layer, belowInput, momentOf(painting, output, scale), painting.effectOf);
  const blend = layer.clip.blendMode ?? 'normal';
  if (looked === belowInput && blend === 'normal') return null;
  const { box, toOutput } = frameClip(layer, document, canvas, 'fill');
  const whole = { left: 0, top: 0, right: box.width, bottom: box.height };
  const area = evenRect(boundsOf(toOutput, whole), output.width, output.height);
  if (!area) return null;
  const masked = maskTree(layer, looked, { box, fromBox: toOutput, scale: scale * layer.scaleX, textOutline });
  const over = boxMatte(layer, masked, box, toOutput);
  const graph: GraphNode = { kind: 'composite', over, under: belowInput, blend, opacity: layer.opacity };
  const inputs = new Map<string, readonly Layer[]>();
  if (masked !== looked && layer.clip.mask?.shape === 'image') {
    inputs.set(maskInput, paintedMask(painting, box, toOutput, output).layers);
  }
  return { kind: 'adjustment', slot, graph, rect: { x: 0, y: 0, ...output }, area, inputs };
}

function momentOf({ layer, luts }: StackPainting, output: CanvasSize['output'], scale: number): Moment {
  const { clip, effectFrame, effectSec } = layer;
  const seed = seedOf(clip.effectsOf ?? clip.id);
  return { ...output, scale, seed, frame: effectFrame, timeSec: effectSec, edge: 'clamp', luts };
}
