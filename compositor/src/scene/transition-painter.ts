import type { Clip, ClipLayer, TransitionLayer } from '@framemill/timeline';
import { mixed, transparent } from '../graph/combine.ts';
import { coversOutput, type Drawable, type Layer } from '../graph/drawable.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import { layerGeometry } from '../graph/layer-geometry.ts';
import { compose, translation } from '../graph/matrix.ts';
import { stepped } from '../graph/motion.ts';
import type { CanvasSize, Size } from '../graph/placement.ts';
import { isOpaqueNode } from '../graph/plan.ts';
import { type Moves, type TransitionGraph, transitionMoment } from '../transitions/define-transition.ts';
import { transitions } from '../transitions/index.ts';
import { blendOf, type ClipPainter } from './clip-painter.ts';

/** Converts the transitions of a scene to layers and other drawings, bottom first. */
export interface TransitionPainter {
  drawables(layer: TransitionLayer): Drawable[];
}

const fromInput: GraphNode = { kind: 'input', name: 'from' };
const toInput: GraphNode = { kind: 'input', name: 'to' };
const looks: ReadonlyMap<string, TransitionGraph> = new Map(transitions.map((look) => [look.type, look]));

/** Creates the converter for transitions between layers, which `clips` creates. */
export function createTransitionPainter(clips: ClipPainter, canvas: CanvasSize): TransitionPainter {
  const { output } = canvas;

  function sideOf(layer: ClipLayer | null, role: string): Layer[] {
    return layer ? clips.layersOf(layer, role) : [];
  }

  function dissolve(layer: TransitionLayer): Drawable[] {
    // Eased progress may overshoot; a mean of two images is undefined outside 0-1.
    const weight = stepped(layer.progress);
    if (weight === 0) return sideOf(layer.from, 'from');
    if (weight === 1) return sideOf(layer.to, 'to');
    const from = sideOf(layer.from, 'from').map(unblended);
    const to = sideOf(layer.to, 'to').map(unblended);
    if (from.length === 0 && to.length === 0) return [];
    // The parts of an animated text overlap: they fade as one image.
    if (from.length > 1 || to.length > 1) return drawn(layer, from, to, mixed(...inputs(from, to), weight));
    const mix = { kind: 'dissolve', slot: `${pairOf(layer)} dissolve`, weight } as const;
    return [{ ...mix, from: from[0] ?? null, to: to[0] ?? null, ...blending(layer) }];
  }

  function moved(layer: TransitionLayer, moves: Moves): Drawable[] {
    const from = sideOf(layer.from, 'from').map((item) => shifted(item, moves.from, output));
    const to = sideOf(layer.to, 'to').map((item) => shifted(item, moves.to, output));
    return [...from, ...to].filter((item) => item !== null);
  }

  function looked(layer: TransitionLayer, look: TransitionGraph): Drawable[] {
    const from = sideOf(layer.from, 'from').map(unblended);
    const to = sideOf(layer.to, 'to').map(unblended);
    if (from.length === 0 && to.length === 0) return [];
    const moment = transitionMoment(layer, canvas);
    return drawn(layer, from, to, look.graph(...inputs(from, to), layer.progress, layer.transition, moment));
  }

  function drawn(layer: TransitionLayer, from: Layer[], to: Layer[], graph: GraphNode): Drawable[] {
    const covering = new Set<string>();
    if (from.some((item) => coversOutput(item, output.width, output.height))) covering.add('from');
    if (to.some((item) => coversOutput(item, output.width, output.height))) covering.add('to');
    const isOpaque = isOpaqueNode(graph, covering);
    const rect = { x: 0, y: 0, ...output };
    const inputs = new Map([
      ['from', from],
      ['to', to],
    ]);
    return [{ kind: 'transition', slot: pairOf(layer), inputs, graph, rect, isOpaque, ...blending(layer) }];
  }

  // An adjustment layer has no image of its own that can be moved or wiped: its opacity changes instead.
  function adjusted({ from, to, progress }: TransitionLayer): Drawable[] {
    const share = Math.min(1, Math.max(0, progress));
    const going = from ? clips.itemsOf({ ...from, opacity: from.opacity * (1 - share) }, 'from') : [];
    const coming = to ? clips.itemsOf({ ...to, opacity: to.opacity * share }, 'to') : [];
    return [...going, ...coming];
  }

  return {
    drawables(layer) {
      if (layer.from?.clip.type === 'adjustment' || layer.to?.clip.type === 'adjustment') return adjusted(layer);
      const look = looks.get(layer.transition.type);
      if (!look) return dissolve(layer);
      if (layer.progress === 0) return sideOf(layer.from, 'from');
      if (layer.progress === 1) return sideOf(layer.to, 'to');
      const sides = { from: layer.from !== null, to: layer.to !== null };
      return look.moves ? moved(layer, look.moves(layer.progress, layer.transition, sides)) : looked(layer, look);
    },
  };
}

function shifted(layer: Layer, by: { x: number; y: number }, output: Size): Layer | null {
  if (by.x === 0 && by.y === 0) return layer;
  const { placement } = layer.geometry;
  const matrix = compose(translation(by.x * output.width, by.y * output.height), placement.matrix);
  const geometry = layerGeometry({ ...placement, matrix }, output);
  return geometry && { ...layer, geometry };
}

// The pair uses the blend mode of its incoming clip.
function blending({ from, to }: TransitionLayer): { blend?: ReturnType<typeof blendOf> } {
  const clip: Clip | undefined = (to ?? from)?.clip;
  const blend = clip && blendOf(clip);
  return blend ? { blend } : {};
}

function inputs(from: readonly Layer[], to: readonly Layer[]): [GraphNode, GraphNode] {
  return [from.length > 0 ? fromInput : transparent, to.length > 0 ? toInput : transparent];
}

/** Returns a layer without its blend mode. */
export function unblended(layer: Layer): Layer {
  if (!layer.blend) return layer;
  const { blend: _, ...plain } = layer;
  return plain;
}

function pairOf({ from, to }: TransitionLayer): string {
  return `${from?.clip.id ?? ''} ${to?.clip.id ?? ''}`;
}
