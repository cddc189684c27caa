import { expect, it } from 'vitest';
import { MOST_SHEET_IMAGES, sheetLayout, sheetScale } from './contact-sheet.ts';

const sizes = [
  [1920, 1080],
  [1080, 1920],
  [1080, 1080],
  [3840, 1600],
  [128, 72],
  [1998, 1080],
] as const;

/** Rounds a side to an even number of pixels, as the renderer does. */
const even = (side: number) => Math.round(side / 2) * 2;

it.each(sizes)('lays out up to nine pictures of a film of %dx%d within 1280x960', (width, height) => {
  for (let count = 1; count <= MOST_SHEET_IMAGES; count += 1) {
    const scale = sheetScale(count, { width, height });
    expect(scale).toBeLessThanOrEqual(1);
    const cell = { width: even(width * scale), height: even(height * scale) };
    const sheet = sheetLayout(count, cell);
    expect(sheet.width).toBeLessThanOrEqual(1280);
    expect(sheet.height).toBeLessThanOrEqual(960);
    expect(sheet.cells).toHaveLength(count);
    for (const [index, { x, y }] of sheet.cells.entries()) {
      expect(x + cell.width).toBeLessThanOrEqual(sheet.width);
      expect(y + cell.height + sheet.label).toBeLessThanOrEqual(sheet.height);
      for (const other of sheet.cells.slice(index + 1)) {
        const isApart = other.x >= x + cell.width || other.y >= y + cell.height + sheet.label;
        expect(isApart, `${count} pictures, picture ${index}`).toBe(true);
      }
    }
  }
});

it('fills the sheet: nine wide pictures in three rows, eight tall ones in two', () => {
  const wide = { width: 1920, height: 1080 };
  expect(Math.round(sheetScale(9, wide) * wide.width)).toBe(416);
  expect(sheetLayout(9, { width: 416, height: 234 })).toMatchObject({ width: 1280, height: 818 });
  const tall = { width: 1080, height: 1920 };
  const width = Math.round(sheetScale(8, tall) * tall.width);
  expect(width).toBe(246);
  expect(new Set(sheetLayout(8, { width, height: 438 }).cells.map(({ y }) => y)).size).toBe(2);
});
