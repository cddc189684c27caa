import { expect, it } from 'vitest';
import { judgeOverrun } from './judge-overrun.ts';

it('sends the first overrun to the slow lane, and puts the segment of the second into quarantine', () => {
  expect(judgeOverrun({ overruns: 1, segments: 1 })).toBe('slow-lane');
  expect(judgeOverrun({ overruns: 2, segments: 1 })).toBe('quarantine');
});

it('calls no segment faulty of a longer range, and gives the render up at the fourth', () => {
  const verdicts = [1, 2, 3, 4].map((overruns) => judgeOverrun({ overruns, segments: 6 }));
  expect(verdicts).toEqual(['slow-lane', 'slow-lane', 'slow-lane', 'give-up']);
});
