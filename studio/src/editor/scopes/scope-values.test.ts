import { describe, expect, it } from 'vitest';
import {
  chromaOf,
  type FramePixels,
  histogramOf,
  LEVELS,
  lumaOf,
  SKIN_ANGLE,
  toneSummary,
  VECTOR_TARGETS,
  vectorPlace,
  vectorscopeOf,
  waveformOf,
} from './scope-values.ts';

/**
 * Colour bars with 75 % of the amplitude, from left to right: white, yellow, cyan, green, magenta, red, blue, black.
 */
const BARS = [
  [191, 191, 191],
  [191, 191, 0],
  [0, 191, 191],
  [0, 191, 0],
  [191, 0, 191],
  [191, 0, 0],
  [0, 0, 191],
  [0, 0, 0],
] as const;
/** Luma of the bars as levels: 0.2126 R + 0.7152 G + 0.0722 B, rounded. */
const LUMA = [191, 177, 150, 137, 54, 41, 14, 0];

/** Returns a frame of vertical bars of equal width. */
function barsFrame(width: number, height: number): FramePixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const [red, green, blue] = BARS[Math.floor(((at % width) * BARS.length) / width)] ?? BARS[7];
    data.set([red, green, blue, 255], at * 4);
  }
  return { data, width, height };
}

const frame = barsFrame(16, 4);

describe('a waveform of colour bars', () => {
  it('has all pixels of a bar at its luma', () => {
    const { counts, columns, pixelsPerColumn } = waveformOf(frame, 8, 'luma');
    expect([columns, pixelsPerColumn]).toEqual([8, 8]);
    for (const [column, level] of LUMA.entries()) {
      expect(levelsOf(counts, column)).toEqual([[level, 8]]);
    }
  });

  it('has them at 0 or 75 % of each channel', () => {
    const channels = ['red', 'green', 'blue'] as const;
    for (const [index, channel] of channels.entries()) {
      const { counts } = waveformOf(frame, 8, channel);
      for (const [column, bar] of BARS.entries()) expect(levelsOf(counts, column)).toEqual([[bar[index], 8]]);
    }
  });

  it('divides every width into its columns', () => {
    const { counts } = waveformOf(barsFrame(20, 2), 8, 'luma');
    expect(counts.reduce((sum, count) => sum + count)).toBe(40);
  });
});

describe('a vectorscope', () => {
  it('has the targets of 75 % bars where BT.709 puts them', () => {
    // Of the red bar: Y' = 0.75 * 0.2126 = 0.15945, Cb = -0.15945 / 1.8556, Cr = (0.75 - 0.15945) / 1.5748.
    const places = Object.fromEntries(VECTOR_TARGETS.map(({ name, cb, cr }) => [name, [cb, cr]]));
    const close = (cb: number, cr: number) => [expect.closeTo(cb, 5), expect.closeTo(cr, 5)];
    expect(places).toEqual({
      R: close(-0.08593, 0.375),
      Mg: close(0.28907, 0.34061),
      B: close(0.375, -0.03439),
      Cy: close(0.08593, -0.375),
      G: close(-0.28907, -0.34061),
      Yl: close(-0.375, 0.03439),
    });
  });

  it('has the pixels of each bar at its target, and greys in the middle', () => {
    const size = 257;
    const counts = vectorscopeOf(frame, size);
    const lit = [...counts.entries()].filter(([, count]) => count > 0);
    // 191 is 74.9 % of 255: within half a place of the target.
    const expected = new Map([...VECTOR_TARGETS, { cb: 0, cr: 0 }].map(({ cb, cr }) => placeIndex(cb, cr, size)));
    expect(lit).toEqual([...expected].toSorted(([a], [b]) => a - b));
  });

  it('has Cb to the right and Cr upwards, with full amplitude at the edge', () => {
    expect(vectorPlace(0, 0, 257)).toEqual([128, 128]);
    expect(vectorPlace(...chromaOf(0, 0, 1), 257)[0]).toBeCloseTo(256, 9);
    expect(vectorPlace(...chromaOf(1, 0, 0), 257)[1]).toBeCloseTo(0, 9);
  });

  it('has skin near the skin line', () => {
    const tones = [
      [241, 194, 172],
      [198, 134, 102],
      [92, 58, 42],
    ] as const;
    for (const [red, green, blue] of tones) {
      const [cb, cr] = chromaOf(red / 255, green / 255, blue / 255);
      expect(Math.abs((Math.atan2(cr, cb) * 180) / Math.PI - SKIN_ANGLE)).toBeLessThan(10);
    }
  });

  /** Returns the index of a place, with the number of pixels of the bars that are there. */
  function placeIndex(cb: number, cr: number, size: number): [index: number, count: number] {
    const [x, y] = vectorPlace(cb, cr, size);
    return [Math.round(y) * size + Math.round(x), cb === 0 && cr === 0 ? 16 : 8];
  }
});

describe('the numbers of a frame', () => {
  it('are those of its histogram', () => {
    const luma = histogramOf(frame, 'luma');
    expect(luma).toHaveLength(LEVELS);
    expect([...luma.entries()].filter(([, count]) => count > 0)).toEqual(
      LUMA.toSorted((a, b) => a - b).map((level) => [level, 8]),
    );
    const red = histogramOf(frame, 'red');
    expect([red[0], red[191]]).toEqual([32, 32]);
  });

  it('are its median and its clipped pixels in percent', () => {
    // Half of the bars are at most as bright as magenta.
    expect(toneSummary(frame)).toEqual({ median: (100 * 54) / 255, black: 12.5, white: 0 });
    const white = { data: new Uint8ClampedArray(16).fill(255), width: 2, height: 2 };
    expect(toneSummary(white)).toEqual({ median: 100, black: 0, white: 100 });
    expect(lumaOf(1, 1, 1)).toBeCloseTo(1, 9);
  });
});

/** Returns the levels of a column that have pixels, with their numbers. */
function levelsOf(counts: Uint32Array, column: number): [level: number, count: number][] {
  const all = [...counts.subarray(column * LEVELS, (column + 1) * LEVELS).entries()];
  return all.filter(([, count]) => count > 0);
}
