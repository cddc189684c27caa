import type { Grade } from '@framemill/timeline';
import { describe, expect, test } from 'vitest';
import { colourTable, lumaOf, type Rgb } from './colour-table.ts';
import { gradeColour } from './grade-colour.ts';
import { gradeTable } from './grade-table.ts';
import { sampleTable } from './sample-table.ts';

const grey: Rgb = [0.5, 0.5, 0.5];
const skin: Rgb = [0.8, 0.6, 0.5];

describe('a grade', () => {
  test.each<Grade>([
    {},
    { exposure: 0, contrast: 0, hue: 720 },
    { exposure: 2, intensity: 0 },
    { wheels: { shadows: { hue: 40, amount: 0 } } },
    {
      curves: {
        master: [
          [0, 0],
          [0.4, 0.4],
          [1, 1],
        ],
      },
    },
    {
      hueCurves: {
        hueVsHue: [
          [0, 0],
          [1, 0],
        ],
      },
    },
    { lut: { src: 'look.cube', intensity: 0 } },
  ])('that changes nothing is no table: %j', (grade) => {
    expect(gradeTable(grade, null)).toBeNull();
    expect(gradeTable(grade, {})).toBeNull();
  });

  test('has the id of its contents, whatever the order of its fields', () => {
    expect(idOf({ exposure: 1, contrast: 0.5 })).toBe(idOf({ contrast: 0.5, saturation: 0, exposure: 1 }));
    expect(idOf({ exposure: 1 })).not.toBe(idOf({ exposure: 1, intensity: 0.5 }));
    expect(gradeTable({ exposure: 2 }, { exposure: 1 })?.id).toBe(idOf({ exposure: 1 }));
    expect(gradeTable({ exposure: 2 }, { exposure: 0 })).toBeNull();
  });

  test('keeps black, white and grey where only colour changes', () => {
    for (const grade of [
      { saturation: 0.7 },
      { vibrance: 1 },
      { hue: 120 },
      {
        hueCurves: {
          hueVsHue: [
            [0, 1],
            [1, 1],
          ],
        },
      },
    ] satisfies Grade[]) {
      for (const value of [0, 0.25, 0.5, 1])
        expect(graded(grade, [value, value, value]), JSON.stringify(grade)).toEqual(close(value, value, value));
    }
  });

  test('doubles the light with a stop of exposure', () => {
    const [value] = graded({ exposure: 1 }, grey);
    // 0.5 encodes 0.2140 of the light; 0.4281 of it is encoded as 0.6863.
    expect(value).toBeCloseTo(0.6863, 2);
    expect(graded({ exposure: -1 }, graded({ exposure: 1 }, [0.3, 0.3, 0.3]))[0]).toBeCloseTo(0.3, 2);
  });

  test('grows warm with red and cool with blue, and keeps the luminance of grey', () => {
    const warm = graded({ temperature: 0.5 }, grey);
    const cool = graded({ temperature: -0.5 }, grey);
    expect(warm[0] - warm[2]).toBeGreaterThan(0.1);
    expect(cool[2] - cool[0]).toBeGreaterThan(0.1);
    expect(lumaOf(...warm)).toBeCloseTo(0.5, 1);
    expect(lumaOf(...cool)).toBeCloseTo(0.5, 1);
  });

  test('leans to magenta with tint and to green without', () => {
    const magenta = graded({ tint: 0.5 }, grey);
    expect((magenta[0] + magenta[2]) / 2 - magenta[1]).toBeGreaterThan(0.04);
    const green = graded({ tint: -0.5 }, grey);
    expect(green[1] - (green[0] + green[2]) / 2).toBeGreaterThan(0.04);
  });

  test('moves each region of tones by itself', () => {
    const at = (grade: Grade, value: number) => graded(grade, [value, value, value])[0] - value;
    expect(at({ blacks: 0.5 }, 0)).toBeCloseTo(0.15, 3);
    expect(at({ blacks: 0.5 }, 1)).toBeCloseTo(0, 6);
    expect(at({ whites: -0.5 }, 1)).toBeCloseTo(-0.15, 3);
    expect(at({ shadows: 1 }, 0.25)).toBeGreaterThan(5 * Math.abs(at({ shadows: 1 }, 0.8)));
    expect(at({ highlights: -1 }, 0.75)).toBeLessThan(-0.08);
  });

  test.each<Grade>([
    { shadows: -1 },
    { shadows: 1 },
    { highlights: 1 },
    { highlights: -1 },
    { blacks: 1 },
    { blacks: -1 },
    { whites: 1 },
    { whites: -1 },
    { contrast: 1 },
    { contrast: -0.9 },
    { gamma: 1 },
    { gamma: -1 },
  ])('never turns tones round: %j', (grade) => {
    let before = -1;
    for (let step = 0; step <= 100; step++) {
      const [value] = graded(grade, [step / 100, step / 100, step / 100]);
      expect(value).toBeGreaterThanOrEqual(before - 1e-6);
      before = value;
    }
  });

  test('gives dull colours more vibrance than strong ones', () => {
    const gain = (rgb: Rgb) => {
      const after = graded({ vibrance: 1 }, rgb);
      return (Math.max(...after) - Math.min(...after)) / (Math.max(...rgb) - Math.min(...rgb));
    };
    expect(gain([0.55, 0.5, 0.45])).toBeGreaterThan(gain([0.7, 0.3, 0.2]) + 0.3);
  });

  test('takes all colour away at saturation -1', () => {
    const [r, g, b] = graded({ saturation: -1 }, skin);
    expect([g, b]).toEqual([expect.closeTo(r, 5), expect.closeTo(r, 5)]);
  });

  test('has no less than no colour and no contrast where keyframes overshoot', () => {
    for (const prop of ['saturation', 'contrast'] as const)
      expect(gradeTable({}, { [prop]: -1.3 })?.id).toBe(idOf({ [prop]: -1 }));
  });

  test('tints tones by wheels and lights them by luma', () => {
    const [r, , b] = graded({ wheels: { shadows: { hue: 240, amount: 0.3 } } }, [0.1, 0.1, 0.1]);
    expect(b - r).toBeGreaterThan(0.15);
    const far = graded({ wheels: { shadows: { hue: 240, amount: 0.3 } } }, [1, 1, 1]);
    expect(far).toEqual(close(1, 1, 1));
    const lit = graded({ wheels: { midtones: { hue: 0, amount: 0, luma: 1 } } }, grey)[0];
    expect(lit).toBeGreaterThan(0.6);
  });

  test('turns one hue and leaves its opposite', () => {
    const grade: Grade = {
      hueCurves: {
        hueVsSaturation: [
          [0, -1],
          [0.2, 0],
          [0.8, 0],
        ],
      },
    };
    const red = graded(grade, [0.8, 0.2, 0.2]);
    expect(Math.max(...red) - Math.min(...red)).toBeLessThan(0.02);
    expect(graded(grade, [0.2, 0.8, 0.8])).toEqual(close(0.2, 0.8, 0.8));
  });

  test('makes a negative of a falling curve', () => {
    expect(
      graded(
        {
          curves: {
            master: [
              [0, 1],
              [1, 0],
            ],
          },
        },
        [0.1, 0.5, 1],
      ),
    ).toEqual(close(0.9, 0.5, 0));
  });

  test('mixes a .cube file and the whole grade by their shares', () => {
    const red = colourTable('red', 2, (rgb) => {
      rgb[0] = 1;
      rgb[1] = 0;
      rgb[2] = 0;
    });
    const luts = new Map([['red.cube', red]]);
    const table = gradeTable({ lut: { src: 'red.cube', intensity: 0.5 }, intensity: 0.5 }, null, luts);
    if (!table) throw new Error('no table');
    const out: Rgb = [0, 0, 0];
    sampleTable(table, 0.5, 0.5, 0.5, out);
    expect(out).toEqual(close(0.625, 0.375, 0.375));
    expect(() => gradeTable({ lut: { src: 'gone.cube' } }, null, luts)).toThrow(/"gone.cube".*Upload it/);
  });
});

test.each<Grade>([
  {
    curves: {
      master: [
        [0, 0],
        [0.01, 0.3],
        [1, 1],
      ],
    },
  },
  {
    curves: {
      blue: [
        [0, 0],
        [0.02, 0.2],
        [1, 1],
      ],
    },
    contrast: 0.4,
    exposure: 1,
    intensity: 0.5,
  },
])('a grade that changes each channel by itself loses nothing between the points of a cube: %j', (grade) => {
  const colourOf = gradeColour(grade, null);
  for (const level of [1, 2, 3, 5, 9, 100, 250]) {
    const expected: Rgb = [level / 255, 1 - level / 255, level / 255];
    const given: Rgb = [...expected];
    colourOf(expected);
    for (const [channel, value] of graded(grade, given).entries())
      expect(value, `${level}`).toBeCloseTo(expected[channel] ?? 0, 5);
  }
});

function idOf(grade: Grade): string {
  return gradeTable(grade, null)?.id ?? '';
}

function graded(grade: Grade, [r, g, b]: Rgb): Rgb {
  const table = gradeTable(grade, null);
  if (!table) throw new Error('the grade changes nothing');
  const out: Rgb = [0, 0, 0];
  sampleTable(table, r, g, b, out);
  return out;
}

function close(...values: number[]): unknown[] {
  return values.map((value) => expect.closeTo(value, 3));
}
