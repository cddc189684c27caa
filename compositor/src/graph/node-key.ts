import type { GraphNode } from './graph-node.ts';

/**
 * Returns a key of a graph: graphs with equal keys are equal. Tables are identified by their ids; shared nodes are
 * written once.
 */
export function imageKey(image: GraphNode): string {
  const seen = new Map<object, number>();
  return JSON.stringify(image, (name, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    if (name === 'table' && 'id' in value) return value.id;
    if (!('kind' in value)) return value;
    const number = seen.get(value);
    if (number !== undefined) return `#${number}`;
    seen.set(value, seen.size);
    return value;
  });
}
