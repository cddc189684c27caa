import { grow } from '../box.ts';
import { boxRect, type NodeRules } from '../node-rules.ts';
import { sampledRect } from '../sampled-rect.ts';
import type { Colour } from '../values.ts';

/** One colour whose alpha follows a formula over the box. */
export interface PatternNode<Node> {
  readonly kind: 'pattern';
  readonly colour: Colour;
  /** Padding around the box, as in a solid. */
  readonly room?: number;
  readonly pattern: /** Stripes every `spacing` pixels, `share` (0-1) of it wide, `angle` degrees clockwise; 0: horizontal. */
    | { readonly type: 'lines'; readonly spacing: number; readonly share: number; readonly angle: number }
    /** Round dots on a rotated grid of `size` pixels. A dot is larger the darker `of` is at its centre. */
    | { readonly type: 'dots'; readonly of: Node; readonly size: number; readonly angle: number }
    /**
     * Falloff: 0 within `inner` of the distance to the edge, 1 beyond `outer`, smoothstep in between. Radii are in
     * pixels.
     */
    | {
        readonly type: 'radial';
        readonly centerX: number;
        readonly centerY: number;
        readonly radiusX: number;
        readonly radiusY: number;
        readonly inner: number;
        readonly outer: number;
      };
}

/**
 * Returns the rules of a pattern, which covers the box and its padding. Dots also depend on the image at their centres.
 */
export function patternRules<Node>({ pattern, room = 0 }: PatternNode<Node>): NodeRules<Node> {
  return {
    inputs: pattern.type === 'dots' ? [pattern.of] : [],
    extent: (_, scope) => grow(boxRect(scope), room, room),
    needs(area, scope) {
      if (pattern.type !== 'dots') return [];
      const seen = grow(area, dotHalo(pattern.size), dotHalo(pattern.size));
      return [room > 0 ? seen : sampledRect('clamp', seen, scope)];
    },
    opaque: () => false,
  };
}

function dotHalo(size: number): number {
  return Math.ceil(2 * Math.max(1, size)) + 1;
}
