import type { GraphNode } from './graph-node.ts';
import { rulesOf } from './primitives/index.ts';

/**
 * Whether a graph certainly covers its whole box with opaque pixels, judged by its form alone. False means unknown.
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
