import { type Rect, union } from '../box.ts';
import { type DisplacementMap, isStillField } from '../displacement-map.ts';
import { boxRect, type GraphScope, type NodeRules, rectAt } from '../node-rules.ts';
import { bentExtent, bentSource } from '../remap-halo.ts';
import { sampledRect } from '../sampled-rect.ts';
import type { Edge } from '../values.ts';

/** Image sampled through a displacement map, bilinear. */
export interface RemapNode<Node> {
  readonly kind: 'remap';
  readonly of: Node;
  readonly field: DisplacementMap;
  readonly edge: Edge;
}

/** Returns the rules of a remap. With edge `transparent` the result extends beyond the box, otherwise it ends there. */
export function remapRules<Node>(node: RemapNode<Node>): NodeRules<Node> {
  const { of, field, edge } = node;
  return {
    inputs: [of],
    same: edge === 'transparent' && isStillField(field) ? of : undefined,
    extent: (inputs, scope) => (edge === 'transparent' ? bentExtent(field, rectAt(inputs, 0), scope) : boxRect(scope)),
    needs: (area, scope) => [remapSource(node, area, scope)],
    opaque: ([source = false]) => edge !== 'transparent' && source,
  };
}

/**
 * Computes the pixels from which `area` of a remapped image is sampled. Unless the edge is transparent or the map is a
 * wave, any pixel of the box may be needed.
 */
export function remapSource({ field, edge }: RemapNode<unknown>, area: Rect, scope: GraphScope): Rect {
  const isKnown = edge === 'transparent' || field.kind === 'wave';
  return sampledRect(edge, isKnown ? bentSource(field, area, scope) : union(area, boxRect(scope)), scope);
}
