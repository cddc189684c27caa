import type { Mask } from '@framemill/timeline';
import { tidy } from './mask-geometry.ts';

/** Mask shapes that can be created on the canvas. */
export const NEW_MASKS = ['rectangle', 'ellipse', 'polygon', 'path'] as const;

/** Returns an initial mask of a shape that covers the middle three quarters of a clip's box (in pixels). */
export function newMask(shape: (typeof NEW_MASKS)[number], [boxWidth, boxHeight]: readonly [number, number]): Mask {
  const [width, height] = [tidy(boxWidth * 0.75), tidy(boxHeight * 0.75)];
  if (shape === 'rectangle' || shape === 'ellipse') return { shape, width, height };
  const [x, y] = [tidy(width / 2), tidy(height / 2)];
  if (shape === 'polygon') {
    return {
      shape,
      points: [
        [0, -y],
        [x, y],
        [-x, y],
      ],
    };
  }
  // A leaf shape: two curves between its ends, each with one control point.
  return { shape, d: `M${-x} 0 Q0 ${-2 * y} ${x} 0 Q0 ${2 * y} ${-x} 0 Z` };
}
