import type { GraphNode } from './graph-node.ts';
import { rulesOf } from './primitives/index.ts';

/**
 * Whether a tree covers its whole box, judged by its form alone: true is certain, false is not. `opaqueInputs` are the
 * names of the inputs that cover the box.
 */
export function isOpaqueNode(image: GraphNode, opaqueInputs: ReadonlySet<string>): boolean {
  // Trees share parts: without a memory, a stack of effects that use their input thrice would be asked 3^n times.
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
