import { expect, it } from 'vitest';
import { FontFault } from './sfnt.ts';
import { readGlyphs } from './woff2-glyphs.ts';

/**
 * Creates a transformed table "glyf" with one glyph. All points are at the origin: flag 10 with a zero byte is no
 * offset.
 */
function oneGlyph(contours: number, points: number[], pointCount: number): Buffer {
  const streams = [
    Buffer.of(contours >> 8, contours & 255),
    Buffer.from(points),
    Buffer.alloc(pointCount, 10),
    Buffer.alloc(pointCount + 1),
    Buffer.alloc(0),
    Buffer.alloc(4),
    Buffer.alloc(0),
  ];
  const head = Buffer.alloc(36);
  head.writeUInt16BE(1, 4);
  for (const [index, { length }] of streams.entries()) head.writeUInt32BE(length, 8 + index * 4);
  return Buffer.concat([head, ...streams]);
}

it('takes as many points as a glyph may have, and no more', () => {
  const { glyf } = readGlyphs(oneGlyph(1, [253, 0xff, 0xff], 0xffff));
  expect(glyf.length).toBeGreaterThan(5 * 0xffff);
  expect(() => readGlyphs(oneGlyph(2, [253, 0xff, 0xff, 253, 0xff, 0xff], 2 * 0xffff))).toThrow(/131070 points/);
});

it.each([
  ['in the points', oneGlyph(1, [3], 2)],
  ['in the head', Buffer.alloc(20)],
  ['in the parts', oneGlyph(1, [3], 3).subarray(0, 38)],
])('throws for a table that ends %s', (_where, data) => {
  expect(() => readGlyphs(data)).toThrow(FontFault);
});
