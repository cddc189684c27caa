import { createCanvas, Path2D } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { opacityDifference } from '../../test/images.ts';
import { shapeOutlines } from '../sprites/shapes/index.ts';
import { trimPath } from './trim-path.ts';

const side = 140;

function stroked(path: Path2D): Uint8ClampedArray {
  const context = createCanvas(side, side).getContext('2d');
  context.translate(15, 20);
  context.lineWidth = 6;
  context.stroke(path);
  return context.getImageData(0, 0, side, side).data;
}

const d = 'M10 10h50v20l-20,30 -30 0z m60 20 l20 0 0 20z';
const outlines = shapeOutlines.map(({ kind, outline }): [string, string] => [
  kind,
  outline({ width: 100, height: 90, cornerRadius: 6, d }),
]);

test.each(outlines)('a part of the outline of %s is where Skia cuts it', (_, outline) => {
  for (const [from, to] of [
    [0, 0.6],
    [0.3, 1],
    [0.45, 0.5],
  ] as const) {
    const expected = stroked(new Path2D(outline).trim(from, to));
    expect(opacityDifference(stroked(new Path2D(trimPath(outline, from, to))), expected)).toBeLessThan(0.05);
  }
});

test('a part without length is empty', () => {
  expect(trimPath(d, 0.5, 0.5)).toBe('');
  expect(trimPath('', 0, 1)).toBe('');
});
