import { isEmpty, union } from '../box.ts';
import { boxRect, type NodeRules, rectAt } from '../node-rules.ts';

/**
 * Weighted sum `k1 a b + k2 a + k3 b + k4` for each premultiplied channel, clamped (the `arithmetic` operator of SVG's
 * feComposite).
 */
export interface SumNode<Node> {
  readonly kind: 'sum';
  readonly a: Node;
  readonly b: Node;
  readonly k1: number;
  readonly k2: number;
  readonly k3: number;
  readonly k4: number;
}

/** Returns the rules of a sum. Its extent is the union of both inputs, and of the box when there is a constant. */
export function sumRules<Node>(node: SumNode<Node>): NodeRules<Node> {
  const { a, b, k1, k2, k3, k4 } = node;
  return {
    inputs: [a, b],
    same: equalInput(node),
    extent(inputs, scope) {
      const parts = [rectAt(inputs, 0), rectAt(inputs, 1), ...(k4 > 0 ? [boxRect(scope)] : [])];
      const drawn = parts.filter((part) => !isEmpty(part));
      return drawn.length > 0 ? drawn.reduce(union) : rectAt(inputs, 0);
    },
    needs: (area) => [area, area],
    opaque: ([first = false, second = false]) => k1 + k2 + k3 + k4 >= 1 - 1e-9 && first && second,
  };
}

function equalInput<Node>({ a, b, k1, k2, k3, k4 }: SumNode<Node>): Node | undefined {
  if (k1 !== 0 || k4 !== 0) return undefined;
  if (k2 === 1 && k3 === 0) return a;
  return k2 === 0 && k3 === 1 ? b : undefined;
}
