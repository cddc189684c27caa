import type { GraphNode } from './graph-node.ts';

/**
 * Replaces the inputs of an effect graph by other graphs, by their names. Inputs without a replacement stay. A node that
 * is used several times stays one node.
 */
export function withInputs(graph: GraphNode, replacements: ReadonlyMap<string, GraphNode>): GraphNode {
  const known = new Map<object, unknown>();

  function replaced(value: unknown): unknown {
    // Tables of colours and typed arrays contain no nodes.
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    if (known.has(value)) return known.get(value);
    const made = isInput(value) ? (replacements.get(value.name) ?? value) : withParts(value);
    known.set(value, made);
    return made;
  }

  function withParts(value: object): object {
    if (Array.isArray(value)) return value.map(replaced);
    const parts = Object.entries(value).map(([name, part]): [string, unknown] => {
      return [name, name === 'table' ? part : replaced(part)];
    });
    return Object.fromEntries(parts);
  }

  const result = replaced(graph);
  if (isNode(result)) return result;
  throw new Error(`An effect graph of the kind ${graph.kind} became no graph when its inputs were replaced.`);
}

function isInput(value: object): value is GraphNode & { kind: 'input' } {
  return 'kind' in value && value.kind === 'input';
}

function isNode(value: unknown): value is GraphNode {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
