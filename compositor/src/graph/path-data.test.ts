import { createCanvas, Path2D } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { opacityDifference } from '../../test/images.ts';
import { shapeOutlines } from '../sprites/shapes/index.ts';
import { compose, identity, type Matrix, rotation, scaling, translation } from './matrix.ts';
import { transformPath } from './path-data.ts';

const side = 120;

function coverage(d: string, m: Matrix): Uint8ClampedArray {
  const canvas = createCanvas(side, side);
  const context = canvas.getContext('2d');
  context.setTransform(m.a, m.b, m.c, m.d, m.tx, m.ty);
  context.fill(new Path2D(d));
  return context.getImageData(0, 0, side, side).data;
}

const turned = compose(translation(60, 20), compose(rotation(25), scaling(0.7, -0.5)));
const tricky: Record<string, string> = {
  relative: 'm10 10h50v20l-20,30 -30 0z m60 20 l20 0 0 20z',
  'smooth curves': 'M10 80C40 10 65 10 95 80S150 150 110 20Q60 0 30 30T5 60Z',
  'arcs with flags run together': 'M20 60a40 30 20 01 60 10a10 10 0 1120 20L20 100z',
  'arcs whose radii are too small': 'M20 20A5 5 0 0 1 100 60L20 100Z',
  'numbers run together': 'M10.5.5L90-0L9e1 8.5e1-10 90Z',
};
const star = { width: 100, height: 90, cornerRadius: 6, d: tricky.relative };
const outlines = Object.fromEntries(shapeOutlines.map((shape) => [shape.kind, shape.outline(star)]));

test.each(Object.entries({ ...tricky, ...outlines }))('%s covers the same pixels after it was mapped', (_, d) => {
  expect(opacityDifference(coverage(transformPath(d, identity), turned), coverage(d, turned))).toBeLessThan(0.015);
  expect(opacityDifference(coverage(transformPath(d, turned), identity), coverage(d, turned))).toBeLessThan(0.015);
});

test('what is no path data ends the path', () => {
  expect(transformPath('M1 2L3 4X5 6L7 8', identity)).toBe('M1 2L3 4');
  expect(transformPath('', identity)).toBe('');
});
