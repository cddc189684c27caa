import { describe, expect, test } from 'vitest';
import type { Rgb } from './colour-table.ts';
import { parseCube } from './parse-cube.ts';
import { sampleTable } from './sample-table.ts';

const corners = ['0 0 0', '1 0 0', '0 1 0', '1 1 0', '0 0 1', '1 0 1', '0 1 1', '1 1 1'];
const cube = (head: string, rows = corners, size = 2) => `${head}\nLUT_3D_SIZE ${size}\n${rows.join('\n')}\n`;

describe('parseCube', () => {
  test('reads a 3D table, red fastest, with comments, a title, a BOM and any line ends', () => {
    const text = `\uFEFF${cube('# made by hand\nTITLE "a b"\n')}`.replaceAll('\n', '\r\n');
    const table = parseCube(text, 'x');
    expect(table).toMatchObject({ id: 'cube x', size: 2 });
    expect(through(table, [1, 0, 0])).toEqual([1, 0, 0]);
    expect(through(table, [0.2, 0.5, 0.9])).toEqual([0.2, 0.5, 0.9].map((value) => expect.closeTo(value, 6)));
  });

  test('reads a 1D table as curves', () => {
    const table = parseCube('LUT_1D_SIZE 3\n0 1 0\n0.25 0.5 0\n1 0 0\n', 'y');
    expect(through(table, [0.2, 0.2, 0.2])).toEqual([0.1, 0.8, 0].map((value) => expect.closeTo(value, 6)));
    expect(through(table, [0.8, 1, 1])).toEqual([0.7, 0, 0].map((value) => expect.closeTo(value, 6)));
  });

  test.each(['DOMAIN_MIN -1 -1 -1\nDOMAIN_MAX 3 3 3', 'LUT_3D_INPUT_RANGE -1 3'])(
    'follows the domain of %j',
    (head) => {
      const table = parseCube(cube(head), 'z');
      expect(through(table, [0, 0.5, 1])).toEqual([0.25, 0.375, 0.5].map((value) => expect.closeTo(value, 6)));
    },
  );

  test.each([
    ['nothing', '', /line 1: it has no LUT_3D_SIZE/],
    ['another file', 'hello there', /line 1: "hello" is not a keyword/],
    ['a row of two numbers', cube('', ['0 0 0', '1 0']), /line 4: "1 0" is not three numbers/],
    ['a word among numbers', cube('', ['0 0 0', '1 x 0']), /line 4: "1 x 0"/],
    ['too few rows', cube('', corners.slice(1)), /ends after 7 of 8 rows/],
    ['too many rows', cube('', [...corners, '1 1 1']), /line 11: it has more than the 8 rows/],
    ['a size of 1', 'LUT_3D_SIZE 1\n', /line 1: .*2 to 65 \(got "1"\)/],
    ['a size of 66', 'LUT_3D_SIZE 66\n', /2 to 65/],
    ['no size', '0 0 0\n', /line 1: it has values before/],
    ['two sizes', 'LUT_1D_SIZE 2\nLUT_3D_SIZE 2\n', /line 2: it declares a second size/],
    ['an empty domain', cube('DOMAIN_MIN 1 1 1'), /domain is empty/],
    ['not a number', cube('', ['nan 0 0']), /line 3/],
  ])('refuses %s and names the line', (_, text, message) => {
    expect(() => parseCube(text, 'bad')).toThrow(message);
  });
});

function through(table: ReturnType<typeof parseCube>, rgb: Rgb): number[] {
  const out: Rgb = [0, 0, 0];
  sampleTable(table, ...rgb, out);
  return out;
}
