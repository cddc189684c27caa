import { overlap, type Rect } from '../box.ts';
import { type CoverageOf, coverageNeeds } from '../coverage.ts';
import { type NodeRules, rectAt } from '../node-rules.ts';

/** Image multiplied by a coverage. `strength` 0 leaves it unchanged, 1 applies the full coverage. */
export interface MatteNode<Node> {
  readonly kind: 'matte';
  readonly of: Node;
  readonly by: CoverageOf<Node>;
  readonly invert: boolean;
  readonly strength: number;
}

/**
 * Returns the rules of a matte. The result is transparent outside the coverage. A strength below 1/512 changes nothing.
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
