import type { BlendMode } from '@framemill/timeline';
import { isEmpty, overlap, type Rect, union } from '../box.ts';
import { type CoverageOf, coverageNeeds } from '../coverage.ts';
import { boxRect, type NodeRules, rectAt } from '../node-rules.ts';

/**
 * Graph node that composites `over` onto `under` by a blend mode of W3C Compositing 1 (source-over; `add` is
 * plus-lighter). `opacity` (0-1) applies to `over`.
 */
export interface CompositeNode<Node> {
  readonly kind: 'composite';
  /**
   * Whether `over` is visible only where `under` has coverage, without changing the alpha of `under` (source-atop).
   * Grain and scan lines use it to preserve outlines. Default false.
   */
  readonly atop?: boolean;
  readonly over: Node;
  readonly under: Node;
  readonly blend: BlendMode;
  readonly opacity: number;
}

/**
 * Returns the planning rules (extent and dependencies) of a composite node. Its extent is the union of both inputs, or
 * `under` alone with `atop`. An opacity below 1/512 changes nothing.
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

/**
 * Graph node for the weighted sum `k1 a b + k2 a + k3 b + k4` of two images, for each premultiplied channel, clamped
 * (the `arithmetic` operator of SVG's feComposite).
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

/**
 * Returns the planning rules (extent and dependencies) of a sum node. Its extent is the union of both inputs. If the
 * constant `k4` is not 0, the union includes the box.
 */
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

/** Graph node that multiplies an image by a coverage. `strength` 0 leaves it unchanged, 1 applies the full coverage. */
export interface MatteNode<Node> {
  readonly kind: 'matte';
  readonly of: Node;
  readonly by: CoverageOf<Node>;
  readonly invert: boolean;
  readonly strength: number;
}

/**
 * Returns the planning rules (extent and dependencies) of a matte node. Its image is transparent outside the matte. A
 * strength below 1/512 changes nothing.
 */
export function matteRules<Node>({ of, by, invert, strength }: MatteNode<Node>): NodeRules<Node> {
  const weight = Math.min(256, Math.max(0, Math.round(strength * 256)));
  return {
    inputs: by.kind === 'node' ? [of, by.node] : [of],
    same: weight === 0 ? of : undefined,
    extent(inputs) {
      const shown = rectAt(inputs, 0);
      if (invert || weight !== 256) return shown;
      if (by.kind === 'node') return overlap(shown, coverageNeeds(by, rectAt(inputs, 1)));
      return by.kind === 'disc' ? overlap(shown, around(by)) : shown;
    },
    needs: (area) => (by.kind === 'node' ? [area, coverageNeeds(by, area)] : [area]),
    opaque: ([shown = false]) => strength <= 0 && shown,
  };
}

function around({ x, y, radiusX, radiusY, feather }: Extract<CoverageOf<unknown>, { kind: 'disc' }>): Rect {
  const [left, top] = [Math.floor(x - radiusX - feather), Math.floor(y - radiusY - feather)];
  const [right, bottom] = [Math.ceil(x + radiusX + feather), Math.ceil(y + radiusY + feather)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}
