import { expect, test } from 'vitest';
import { createRecyclePolicy } from './recycle-policy.ts';
import type { ChildTask } from './tasks.ts';

const probe: ChildTask = { type: 'probe', path: 'film.mp4' };

test('a process is due after 500 small tasks', () => {
  const recycle = createRecyclePolicy();
  for (let i = 0; i < 499; i++) recycle.count(probe);
  expect(recycle.isDue).toBe(false);
  recycle.count(probe);
  recycle.count(probe);
  expect(recycle.isDue).toBe(true);
});

test('a process is due when it holds a tenth more than after its first task, unless it is small', () => {
  for (const [first, later, isDue] of [
    [450e6, 494e6, false],
    [450e6, 505e6, true],
    [100e6, 480e6, false],
    [900e6, 980e6, false],
    [900e6, 1000e6, true],
    [520e6, 515e6, false],
  ] as const) {
    const recycle = createRecyclePolicy();
    recycle.holds(first);
    expect(recycle.isDue).toBe(false);
    recycle.holds(later);
    expect(recycle.isDue, `${first} then ${later}`).toBe(isDue);
  }
});
