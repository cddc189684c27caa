import { expect, test } from 'vitest';
import type { ChildTask } from './tasks.ts';
import { createWear } from './wear.ts';

const probe: ChildTask = { type: 'probe', path: 'film.mp4' };

test('a process is worn after 500 small tasks', () => {
  const wear = createWear();
  for (let i = 0; i < 499; i++) wear.count(probe);
  expect(wear.isWorn).toBe(false);
  wear.count(probe);
  wear.count(probe);
  expect(wear.isWorn).toBe(true);
});

test('a process is worn when it holds a tenth more than after its first task, unless it is small', () => {
  for (const [first, later, worn] of [
    [450e6, 494e6, false],
    [450e6, 505e6, true],
    [100e6, 480e6, false],
    [900e6, 980e6, false],
    [900e6, 1000e6, true],
    [520e6, 515e6, false],
  ] as const) {
    const wear = createWear();
    wear.holds(first);
    expect(wear.isWorn).toBe(false);
    wear.holds(later);
    expect(wear.isWorn, `${first} then ${later}`).toBe(worn);
  }
});
