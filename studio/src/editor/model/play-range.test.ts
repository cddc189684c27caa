import { describe, expect, it } from 'vitest';
import { commentSpan, loopJump, loopSpan, NO_RANGE, rangeWith } from './play-range.ts';

describe('a range', () => {
  it('keeps the point that was set last where both would cross', () => {
    const range = rangeWith(rangeWith(NO_RANGE, { inSec: 2 }), { outSec: 5 });
    expect(range).toEqual({ inSec: 2, outSec: 5 });
    expect(rangeWith(range, { inSec: 6 })).toEqual({ inSec: 6, outSec: null });
    expect(rangeWith(range, { outSec: 2 })).toEqual({ inSec: null, outSec: 2 });
    expect(rangeWith(range, { inSec: null })).toEqual({ inSec: null, outSec: 5 });
    expect(rangeWith(range, NO_RANGE)).toEqual(NO_RANGE);
  });

  it('is looped as far as the video goes, and without a part of it the whole video', () => {
    expect(loopSpan({ inSec: 2, outSec: 5 }, 10)).toEqual({ startSec: 2, endSec: 5 });
    expect(loopSpan({ inSec: 2, outSec: 50 }, 10)).toEqual({ startSec: 2, endSec: 10 });
    expect(loopSpan({ inSec: null, outSec: 5 }, 10)).toEqual({ startSec: 0, endSec: 5 });
    expect(loopSpan({ inSec: 12, outSec: null }, 10)).toEqual({ startSec: 0, endSec: 10 });
  });
});

it('a comment is about the range around the playhead, or about its moment', () => {
  const range = { inSec: 2, outSec: 5 };
  expect([1, 2, 5, 6].map((sec) => commentSpan(range, sec))).toEqual([
    { timeSec: 1, endSec: null },
    { timeSec: 2, endSec: 5 },
    { timeSec: 2, endSec: 5 },
    { timeSec: 6, endSec: null },
  ]);
  expect(commentSpan({ inSec: 2, outSec: null }, 3)).toEqual({ timeSec: 3, endSec: null });
});

describe('a loop', () => {
  const span = { startSec: 2, endSec: 5 };

  it('goes on at its start after its end, and from outside', () => {
    expect([2, 3, 4.9].map((sec) => loopJump(sec, 1, span))).toEqual([null, null, null]);
    expect([0, 5, 7].map((sec) => loopJump(sec, 2, span))).toEqual([2, 2, 2]);
  });

  it('goes on at its end when it is played backwards', () => {
    expect([5, 3, 2.1].map((sec) => loopJump(sec, -1, span))).toEqual([null, null, null]);
    expect([0, 2, 7].map((sec) => loopJump(sec, -1, span))).toEqual([5, 5, 5]);
  });

  it('of an empty video goes nowhere', () => {
    expect(loopJump(0, 1, loopSpan(NO_RANGE, 0))).toBeNull();
  });
});
