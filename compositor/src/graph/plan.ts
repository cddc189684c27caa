import { isEmpty, overlap, type Rect, union } from './box.ts';
import type { GraphNode } from './graph-node.ts';
import { boxRect, type GraphScope, type NodeRules } from './node-rules.ts';
import { rulesOf } from './primitives/index.ts';

/**
 * Drawing step of an effect graph. A step draws one node, and only once, even if several other nodes use the result.
 */
export interface Step {
  readonly node: GraphNode;
  readonly rules: NodeRules<GraphNode>;
  readonly inputs: readonly Step[];
  /** Rectangle outside which the result is transparent. */
  readonly extent: Rect;
  /** Rectangle of the result that other steps need; empty when none is needed. */
  area: Rect;
  /** Number of times that later steps will read the result. */
  uses: number;
}

const nothing: Rect = { x: 0, y: 0, width: 0, height: 0 };

/**
 * Plans the drawing of an effect graph: lists its nodes as steps in an order in which every step follows its inputs.
 * Nodes that change nothing are left out. A node object that is used several times becomes one step.
 */
export function planGraph(image: GraphNode, scope: GraphScope): { steps: readonly Step[]; root: Step } {
  const known = new Map<GraphNode, Step>();
  const steps: Step[] = [];

  function stepOf(tree: GraphNode): Step {
    const seen = known.get(tree);
    if (seen) return seen;
    const rules = rulesOf(tree);
    const step = rules.same ? stepOf(rules.same) : newStep(tree, rules);
    known.set(tree, step);
    return step;
  }

  function newStep(node: GraphNode, rules: NodeRules<GraphNode>): Step {
    const inputs = rules.inputs.map(stepOf);
    const extent = rules.extent(
      inputs.map((input) => input.extent),
      scope,
    );
    const step: Step = { node, rules, inputs, extent, area: nothing, uses: 0 };
    steps.push(step);
    return step;
  }

  const root = stepOf(image);
  return { steps, root };
}

/** Returns the extent of a planned graph: its box and everything drawn outside the box. */
export function graphExtent(root: Step, scope: GraphScope): Rect {
  return isEmpty(root.extent) ? boxRect(scope) : union(boxRect(scope), root.extent);
}

/** Computes the area of every step that is needed to draw `area` of the root step, and stores it in the steps. */
export function spreadArea(steps: readonly Step[], root: Step, area: Rect, scope: GraphScope): void {
  require(root, area);
  for (const step of steps.toReversed()) {
    if (isEmpty(step.area)) continue;
    const needs = step.rules.needs(step.area, scope);
    for (const [index, input] of step.inputs.entries()) {
      input.uses += 1;
      require(input, needs[index] ?? nothing);
    }
  }
}

function require(step: Step, area: Rect): void {
  const part = overlap(area, step.extent);
  if (isEmpty(part)) return;
  step.area = isEmpty(step.area) ? part : union(step.area, part);
}

/**
 * Whether a graph certainly covers its whole box with opaque pixels, judged only by its structure. false means unknown.
 * `opaqueInputs` are the names of the inputs that cover the box.
 */
export function isOpaqueNode(image: GraphNode, opaqueInputs: ReadonlySet<string>): boolean {
  // Graphs share nodes: without this cache, a chain of n effects that use their input three times would take 3^n steps.
  const known = new Map<GraphNode, boolean>();
  const opaque = (tree: GraphNode): boolean => {
    const seen = known.get(tree);
    if (seen !== undefined) return seen;
    const rules = rulesOf(tree);
    const result = rules.opaque(rules.inputs.map(opaque), opaqueInputs);
    known.set(tree, result);
    return result;
  };
  return opaque(image);
}
