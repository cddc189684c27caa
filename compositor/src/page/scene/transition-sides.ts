import type { TransitionLayer } from '@framemill/timeline';
import { faded, mixed, transparent } from '../../graph/combine.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import { compose, identity, type Matrix } from '../../graph/matrix.ts';
import type { Size } from '../../graph/placement.ts';
import { transitionMoment } from '../../transitions/define-transition.ts';
import { transitions } from '../../transitions/index.ts';

/** Effect of a transition on one of its two clips. The image of the clip covers the whole canvas. */
export interface TransitionSide {
  readonly opacity: number;
  readonly matrix: Matrix;
  /** Effect graph for a filter on the clip's image. It is the clip's input node itself when no filter is needed. */
  readonly tree: GraphNode;
  readonly adds: boolean;
}

/** Transition at a given time, split into operations on each of its two clips and operations on both together. */
export interface TransitionSides {
  /** Effect on the outgoing clip; null when that clip is hidden. */
  readonly from: TransitionSide | null;
  readonly to: TransitionSide | null;
  /**
   * Effect graph for a filter on both images together, whose input node is `both`. It is that node itself when no
   * filter is needed.
   */
  readonly group: GraphNode;
  /** Whether the result is exact. false when the transition's graph could not be split and only one clip is shown. */
  readonly exact: boolean;
}

/** Input node of the outgoing clip. */
export const fromInput: GraphNode = { kind: 'input', name: 'from' };
/** Input node of the incoming clip. */
export const toInput: GraphNode = { kind: 'input', name: 'to' };
/** Input node of both clips together. */
export const bothInput: GraphNode = { kind: 'input', name: 'both' };

const hidden = { from: null, to: null, group: bothInput, exact: true } as const;

/**
 * Splits a transition at a given time into operations on each clip and on both together. Uses the renderer's own effect
 * graph of the transition.
 */
export function transitionSides(layer: TransitionLayer, canvas: Size): TransitionSides {
  return split(treeOf(layer, canvas));
}

function treeOf(layer: TransitionLayer, canvas: Size): GraphNode {
  const { from, to, progress, transition } = layer;
  const [outgoing, incoming] = [from ? fromInput : transparent, to ? toInput : transparent];
  if (from?.clip.type === 'adjustment' || to?.clip.type === 'adjustment' || transition.type === 'dissolve') {
    return mixed(outgoing, incoming, Math.min(1, Math.max(0, progress)));
  }
  const look = transitions.find(({ type }) => type === transition.type);
  const moment = transitionMoment(layer, { document: canvas, output: canvas });
  return look ? look.graph(outgoing, incoming, progress, transition, moment) : incoming;
}

/** Splits an effect graph: operations on both images go to `group`, operations on one image go to `from` or `to`. */
function split(tree: GraphNode): TransitionSides {
  const names = inputsOf(tree);
  if (names.size === 0) return hidden;
  if (names.size === 1) return alone(tree);
  const inner = innerOf(tree);
  if (inner) {
    const rest = split(inner.of);
    return { ...rest, group: inner.around(rest.group) };
  }
  if (tree.kind === 'sum' && tree.k1 === 0 && tree.k4 === 0) {
    const [a, b] = [side(faded(tree.a, tree.k2), true), side(faded(tree.b, tree.k3), true)];
    const isOrdered = inputsOf(tree.a).has('from') && inputsOf(tree.b).has('to');
    const isReversed = inputsOf(tree.a).has('to') && inputsOf(tree.b).has('from');
    if (isOrdered) return { ...hidden, from: a, to: b };
    if (isReversed) return { ...hidden, from: b, to: a };
  }
  if (tree.kind === 'composite' && tree.blend === 'normal' && tree.opacity === 1 && !tree.atop) {
    const isOrdered = inputsOf(tree.under).has('from') && inputsOf(tree.over).has('to');
    if (isOrdered && inputsOf(tree.under).size === 1 && inputsOf(tree.over).size === 1) {
      return { ...hidden, from: side(tree.under, false), to: side(tree.over, false) };
    }
  }
  return { ...alone(toInput), exact: false };
}

function alone(tree: GraphNode): TransitionSides {
  const own = side(tree, false);
  return inputsOf(tree).has('from') ? { ...hidden, from: own } : { ...hidden, to: own };
}

/**
 * Converts an effect graph of one image to operations on that clip. The outermost shifts, rotations, scales and fades
 * become CSS of the element; the rest becomes a filter.
 */
function side(tree: GraphNode, adds: boolean): TransitionSide {
  let opacity = 1;
  let matrix = identity;
  let rest = tree;
  for (;;) {
    if (rest.kind === 'transform' && 'tx' in rest.map && !rest.channel && rest.edge === 'transparent') {
      matrix = compose(matrix, rest.map);
      rest = rest.of;
    } else if (rest.kind === 'sum' && rest.a === transparent && rest.k1 === 0 && rest.k4 === 0) {
      opacity *= rest.k3;
      rest = rest.b;
    } else {
      return { opacity, matrix, tree: rest, adds };
    }
  }
}

/**
 * Returns the input image of a node (`of`) and a function that creates the same node with another input (`around`).
 * Returns null for kinds of nodes that are not drawn from one image alone.
 */
function innerOf(tree: GraphNode): { of: GraphNode; around: (other: GraphNode) => GraphNode } | null {
  switch (tree.kind) {
    case 'lut':
    case 'blur':
    case 'transform':
    case 'remap':
      return { of: tree.of, around: (of) => ({ ...tree, of }) };
    default:
      return null;
  }
}

function inputsOf(tree: GraphNode): ReadonlySet<string> {
  switch (tree.kind) {
    case 'input':
      return new Set([tree.name]);
    case 'lut':
    case 'blur':
    case 'transform':
    case 'remap':
    case 'key':
    case 'matte':
      return inputsOf(tree.of);
    case 'sum':
      return inputsOf(tree.a).union(inputsOf(tree.b));
    case 'composite':
      return inputsOf(tree.over).union(inputsOf(tree.under));
    default:
      return new Set();
  }
}
