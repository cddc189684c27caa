import { expect, it } from 'vitest';
import { exampleProject } from '../commands/examples.ts';
import { jsonSize } from './json.ts';

it('is near the real length, and counts no further than asked', () => {
  const project = exampleProject();
  const real = JSON.stringify(project).length;
  expect(Math.abs(jsonSize(project, Number.POSITIVE_INFINITY) / real - 1)).toBeLessThan(0.3);
  const heavy = Array.from({ length: 1_000 }, () => 'x'.repeat(1_000));
  let asked = 0;
  const watched = new Proxy(
    Array.from({ length: 1_000_000 }, () => heavy),
    {
      get(target, key) {
        asked += 1;
        return Reflect.get(target, key);
      },
    },
  );
  expect(jsonSize(watched, 5_000_000)).toBeGreaterThan(5_000_000);
  expect(asked).toBeLessThan(100);
});
