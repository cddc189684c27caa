import { describe, expect, it } from 'vitest';
import { chooseSpeculative, type RunningRange, type SpeculativeSnapshot } from './choose-speculative.ts';

const straggler: RunningRange = {
  taskId: 'slow',
  frames: 30,
  elapsedMs: 10_000,
  doubled: false,
  renderDoneShare: 0.9,
  msPerFrame: [100, 100, 100, 120],
};
const snapshot: SpeculativeSnapshot = { running: [straggler], freeSlots: 1, doneFrames: 10_000, speculativeFrames: 0 };
const chosen = (changes: Partial<SpeculativeSnapshot>) =>
  chooseSpeculative({ ...snapshot, ...changes }).map(({ taskId }) => taskId);
const running = (changes: Partial<RunningRange>) => chosen({ running: [{ ...straggler, ...changes }] });

describe('the choice of speculative attempts', () => {
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

  it('gives a range one speculative attempt only, and only where a slot is free', () => {
    expect(running({ doubled: true })).toEqual([]);
    expect(chosen({ freeSlots: 0 })).toEqual([]);
  });

  it('keeps all speculative attempts within 5 % of the work done', () => {
    expect(chosen({ doneFrames: 600, speculativeFrames: 0 })).toEqual(['slow']);
    expect(chosen({ doneFrames: 599, speculativeFrames: 0 })).toEqual([]);
    expect(chosen({ doneFrames: 10_000, speculativeFrames: 480 })).toEqual([]);
  });

  it('takes the slowest first', () => {
    const slower = { ...straggler, taskId: 'slower', elapsedMs: 20_000 };
    expect(chosen({ running: [straggler, slower] })).toEqual(['slower']);
    expect(chosen({ running: [straggler, slower], freeSlots: 2 })).toEqual(['slower', 'slow']);
  });
});
