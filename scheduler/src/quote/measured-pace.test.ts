import { describe, expect, it } from 'vitest';
import { expectedSeconds, type Pace, straightLine } from './measured-pace.ts';

const pace: Pace = {
  ...{ basis: 'nodes', factor: 2, beginSec: 0.5 },
  mix: { base: 1, slope: 0 },
  stitch: { base: 0, slope: 0.01 },
};

describe('the time of a quote', () => {
  it('is that of the slot that is done last, and the stitch of its film', () => {
    const film = { costsMs: [1_000, 1_000, 1_000], mixSec: null, totalFrames: 100, follows: false };
    expect(expectedSeconds([film], pace, 1, 0)).toEqual({ slotSeconds: 7, seconds: 7.5 });
    expect(expectedSeconds([film], pace, 2, 0)).toEqual({ slotSeconds: 7, seconds: 5.5 });
    expect(expectedSeconds([film], pace, 99, 0)).toEqual({ slotSeconds: 7, seconds: 3.5 });
    expect(expectedSeconds([film], pace, 2, 10).seconds).toBe(15.5);
  });

  it('of films one after the other uses slots that one of them leaves free', () => {
    const film = { costsMs: [1_000], mixSec: 1, totalFrames: 100, follows: false };
    // 0.5 s to begin, mixes of 1 s and ranges of 2 s for both on two slots until 4.5 s, the last stitch 1 s.
    expect(expectedSeconds([film, film], pace, 2, 0)).toEqual({ slotSeconds: 8, seconds: 5.5 });
    const empty = { costsMs: [], mixSec: null, totalFrames: 100, follows: false };
    expect(expectedSeconds([empty], pace, 2, 0)).toEqual({ slotSeconds: 1, seconds: 1.5 });
  });

  it('of a further file comes after the segments of the one before, and its stitch beside that one', () => {
    const film = { costsMs: [1_000], mixSec: null, totalFrames: 100, follows: false };
    // 0.5 s to begin, 2 s each one after the other though two slots are free, a stitch of 1 s.
    expect(expectedSeconds([film, { ...film, follows: true }], pace, 2, 0)).toEqual({ slotSeconds: 6, seconds: 5.5 });
  });
});

describe('the line through measurements', () => {
  it('is not moved by those that waited for something else', () => {
    const points = [1, 2, 3, 4, 5, 6, 7].map((x) => ({ x, y: 1 + 2 * x }));
    const line = straightLine([...points, { x: 4, y: 90 }, { x: 2, y: 70 }]);
    expect(line?.slope).toBeCloseTo(2);
    expect(line?.base).toBeCloseTo(1);
  });

  it('needs three points, and never falls', () => {
    expect(
      straightLine([
        { x: 1, y: 1 },
        { x: 2, y: 2 },
      ]),
    ).toBeNull();
    const falling = straightLine([1, 2, 3].map((x) => ({ x, y: 4 - x })));
    expect(falling).toEqual({ base: 2, slope: 0 });
    expect(straightLine([1, 1, 1].map((x) => ({ x, y: 3 })))).toEqual({ base: 3, slope: 0 });
  });
});
