import { describe, expect, it } from 'vitest';
import { chooseTwins, type RunningRange, type TwinSnapshot } from './choose-twins.ts';

const straggler: RunningRange = {
  taskId: 'slow',
  frames: 30,
  elapsedMs: 10_000,
  doubled: false,
  renderDoneShare: 0.9,
  msPerFrame: [100, 100, 100, 120],
};
const snapshot: TwinSnapshot = { running: [straggler], freeSlots: 1, doneFrames: 10_000, twinFrames: 0 };
const chosen = (changes: Partial<TwinSnapshot>) => chooseTwins({ ...snapshot, ...changes }).map(({ taskId }) => taskId);
const running = (changes: Partial<RunningRange>) => chosen({ running: [{ ...straggler, ...changes }] });

describe('the choice of twins', () => {
  it('doubles a range that runs longer than twice the median and the 95th percentile', () => {
    expect(running({ elapsedMs: 6_001 })).toEqual(['slow']);
    expect(running({ elapsedMs: 6_000 })).toEqual([]);
    expect(running({ elapsedMs: 10_000, msPerFrame: [100, 100, 100, 400] })).toEqual([]);
  });

  it('waits until more than three quarters of the render are done', () => {
    expect(running({ renderDoneShare: 0.75 })).toEqual([]);
    expect(running({ renderDoneShare: 0.76 })).toEqual(['slow']);
  });

  it('knows nothing of a render with fewer than three finished ranges', () => {
    expect(running({ msPerFrame: [100, 100] })).toEqual([]);
  });

  it('leaves ranges alone that are over in a moment anyway', () => {
    expect(running({ elapsedMs: 1_900, msPerFrame: [1, 1, 1] })).toEqual([]);
  });

  it('gives a range one twin only, and only where a slot is free', () => {
    expect(running({ doubled: true })).toEqual([]);
    expect(chosen({ freeSlots: 0 })).toEqual([]);
  });

  it('keeps all twins within 5 % of the work done', () => {
    expect(chosen({ doneFrames: 600, twinFrames: 0 })).toEqual(['slow']);
    expect(chosen({ doneFrames: 599, twinFrames: 0 })).toEqual([]);
    expect(chosen({ doneFrames: 10_000, twinFrames: 480 })).toEqual([]);
  });

  it('takes the slowest first', () => {
    const slower = { ...straggler, taskId: 'slower', elapsedMs: 20_000 };
    expect(chosen({ running: [straggler, slower] })).toEqual(['slower']);
    expect(chosen({ running: [straggler, slower], freeSlots: 2 })).toEqual(['slower', 'slow']);
  });
});
