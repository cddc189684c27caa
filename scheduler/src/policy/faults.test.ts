import { expect, it } from 'vitest';
import { countsOom, judgeOverrun } from './faults.ts';

const counted = (isHigh: boolean) => Array.from({ length: 12 }, (_, index) => countsOom({ kills: index + 1, isHigh }));

it('counts the third end for want of memory of a range that held much itself', () => {
  expect(counted(true).indexOf(true)).toBe(2);
});

it('counts the tenth of a range that held little, so that nothing goes round for ever', () => {
  expect(counted(false).indexOf(true)).toBe(9);
});

it('sends the first overrun to the slow lane, and puts the segment of the second into quarantine', () => {
  expect(judgeOverrun({ overruns: 1, segments: 1 })).toBe('slow-lane');
  expect(judgeOverrun({ overruns: 2, segments: 1 })).toBe('quarantine');
});

it('calls no segment faulty of a longer range, and gives the render up at the fourth', () => {
  const verdicts = [1, 2, 3, 4].map((overruns) => judgeOverrun({ overruns, segments: 6 }));
  expect(verdicts).toEqual(['slow-lane', 'slow-lane', 'slow-lane', 'give-up']);
});
