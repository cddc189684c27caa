import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TextStyle } from '../document/text-style.ts';
import { substituteFamily } from '../edit/fixes.ts';
import { createTextEngine } from './text-engine.ts';
import type { TextEngine } from './text-layout.ts';
import { textRows } from './text-rows.ts';

const require = createRequire(import.meta.url);
const data = readFileSync(require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'));
/** Families of the engine; all of them have the same letters. */
const FAMILIES = ['Inter', 'Lora', 'Anton'];

let engine: TextEngine;
const rows = (style: TextStyle) => textRows(engine.layout(style), style.content);

beforeAll(async () => {
  engine = await createTextEngine(FAMILIES.map((family) => ({ family, weight: 400, italic: false, data })));
});

describe('the rows of a text', () => {
  it('have the range of each line in the content, empty and wrapped ones too', () => {
    const ranges = (style: TextStyle) => rows(style).map(({ start, end }) => [start, end]);
    expect(ranges({ content: 'ab\n\ncd' })).toEqual([
      [0, 2],
      [3, 3],
      [4, 6],
    ]);
    expect(ranges({ content: 'one two  three', fontSize: 60, width: 130 })).toEqual([
      [0, 3],
      [4, 7],
      [9, 14],
    ]);
    expect(
      ranges({ content: 'one two three', fontSize: 60, width: 130, maxLines: 2, overflow: 'ellipsis' })[1],
    ).toEqual([4, expect.any(Number)]);
  });

  it('have cells that touch one another and end where the line ends', () => {
    const style: TextStyle = { content: 'AVA fi', fontSize: 100 };
    const { cells } = rows(style)[0] ?? { cells: [] };
    const layout = engine.layout(style);
    expect(cells.map(({ start, end }) => [start, end])).toEqual([0, 1, 2, 3, 4, 5].map((at) => [at, at + 1]));
    expect(cells[0]?.left).toBe(0);
    for (const [index, cell] of cells.entries()) {
      if (index > 0) expect(cell.left).toBeCloseTo(cells[index - 1]?.right ?? -1, 6);
    }
    expect(cells.at(-1)?.right).toBeCloseTo(layout.width, 6);
  });

  it('have one cell for an emoji and for a letter with a mark', () => {
    const { cells } = rows({ content: 'e\u0301👩‍🚀!' })[0] ?? { cells: [] };
    expect(cells.map(({ start, end }) => [start, end])).toEqual([
      [0, 2],
      [2, 7],
      [7, 8],
    ]);
  });

  it('run from right to left where the text does', () => {
    const { cells } = rows({ content: 'אבג' })[0] ?? { cells: [] };
    expect(cells.map(({ rightToLeft }) => rightToLeft)).toEqual([true, true, true]);
    expect(cells[0]?.left).toBeGreaterThan(cells[1]?.left ?? 0);
    expect(cells[2]?.left).toBeCloseTo(0, 6);
  });

  it('are those of the content when the letters are transformed', () => {
    const { cells, end } = rows({ content: 'große', textTransform: 'uppercase' })[0] ?? { cells: [], end: 0 };
    expect([end, cells.length]).toEqual([5, 5]);
    const [sharp, other] = [cells[3], cells[4]];
    expect((sharp?.right ?? 0) - (sharp?.left ?? 0)).toBeGreaterThan(1.5 * ((other?.right ?? 0) - (other?.left ?? 0)));
  });
});

describe('the family that is drawn instead of an unknown one', () => {
  it('is the one that the text engine chooses', () => {
    const drawn = (fontFamily: string) =>
      FAMILIES[engine.layout({ content: 'a', fontFamily }).lines[0]?.glyphs[0]?.fontIndex ?? -1];
    expect(substituteFamily(FAMILIES, 'Papyrus')).toBe(drawn('Papyrus'));
    for (const family of ['Anton', 'ANTON']) {
      expect(substituteFamily(FAMILIES, family)).toBeNull();
      expect(drawn(family)).toBe('Anton');
    }
    expect(substituteFamily(FAMILIES, 'med_1')).toBeNull();
    expect(substituteFamily([], 'Papyrus')).toBeNull();
  });
});
