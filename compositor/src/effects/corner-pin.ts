import type { Projection } from '../graph/values.ts';
import { defineEffect } from './define-effect.ts';
import { number } from './params.ts';

const place = (initial: number, corner: string, axis: 'across' | 'down') =>
  number(initial, -2, 3, `${corner} corner, ${axis}. Share of the ${axis === 'across' ? 'width' : 'height'}.`);

export const cornerPin = defineEffect({
  type: 'corner-pin',
  description: 'Pulls the four corners to places of their own, in perspective.',
  params: {
    tlX: place(0, 'Top left', 'across'),
    tlY: place(0, 'Top left', 'down'),
    trX: place(1, 'Top right', 'across'),
    trY: place(0, 'Top right', 'down'),
    brX: place(1, 'Bottom right', 'across'),
    brY: place(1, 'Bottom right', 'down'),
    blX: place(0, 'Bottom left', 'across'),
    blY: place(1, 'Bottom left', 'down'),
  },
  followsOutline: true,
  graph: (input, params, { width, height }) => {
    const corners = [params.tlX, params.tlY, params.trX, params.trY, params.brX, params.brY, params.blX, params.blY];
    if (corners.every((value, index) => value === unpinned[index])) return input;
    const map = pinned(params, width, height);
    if (map === null) return { kind: 'solid', colour: { r: 0, g: 0, b: 0, a: 0 } };
    return { kind: 'transform', of: input, map, edge: 'transparent' };
  },
});

const unpinned = [0, 0, 1, 0, 1, 1, 0, 1];

type Corners = Record<'tlX' | 'tlY' | 'trX' | 'trY' | 'brX' | 'brY' | 'blX' | 'blY', number>;

/**
 * Computes the projective map from a box to four corners (P. Heckbert, Fundamentals of Texture Mapping, 1989, 2.2.3).
 * Null when three of them are on a line, so that nothing is visible.
 */
function pinned(corners: Corners, width: number, height: number): Projection | null {
  const { tlX, tlY, trX, trY, brX, brY, blX, blY } = corners;
  const [x1, y1, x2, y2] = [trX - brX, trY - brY, blX - brX, blY - brY];
  const sumX = tlX - trX + brX - blX;
  const sumY = tlY - trY + brY - blY;
  const flat = x1 * y2 - x2 * y1;
  if (Math.abs(flat) < 1e-9) return null;
  const g = (sumX * y2 - x2 * sumY) / flat;
  const h = (x1 * sumY - sumX * y1) / flat;
  return [
    trX - tlX + g * trX,
    ((blX - tlX + h * blX) * width) / height,
    tlX * width,
    ((trY - tlY + g * trY) * height) / width,
    blY - tlY + h * blY,
    tlY * height,
    g / width,
    h / height,
    1,
  ];
}
