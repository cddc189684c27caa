import type { BlendMode } from '@framemill/timeline';
import { isEmpty, union } from '../box.ts';
import { type NodeRules, rectAt } from '../node-rules.ts';

/**
 * Composite of `over` onto `under` by a blend mode of W3C Compositing 1 (source-over; `add` is plus-lighter). `opacity`
 * (0-1) applies to `over`.
 */
export interface CompositeNode<Node> {
  readonly kind: 'composite';
  /**
   * Whether `over` shows only where `under` has coverage, whose alpha stays (source-atop). Grain and scan lines
   * preserve outlines in this way. Default: false.
   */
  readonly atop?: boolean;
  readonly over: Node;
  readonly under: Node;
  readonly blend: BlendMode;
  readonly opacity: number;
}

/**
 * Returns the rules of a composite. Its extent is the union of both inputs, or `under` alone with `atop`. An opacity
 * below 1/512 changes nothing.
 */
export function compositeRules<Node>({ over, under, opacity, atop = false }: CompositeNode<Node>): NodeRules<Node> {
  return {
    inputs: [over, under],
    same: Math.round(opacity * 256) <= 0 ? under : undefined,
    extent(inputs) {
      const [a, b] = [rectAt(inputs, 0), rectAt(inputs, 1)];
      return isEmpty(a) || atop ? b : isEmpty(b) ? a : union(a, b);
    },
    needs: (area) => [area, area],
    opaque: ([upper = false, lower = false]) => lower || (!atop && opacity >= 1 && upper),
  };
}
