import fc from 'fast-check';
import { expect, it } from 'vitest';
import { closedTime } from './gaps.ts';

it('is the time of all stretches before a moment, and of the one around it the part before', () => {
  const parts = fc.array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 50 })), { maxLength: 30 });
  const property = fc.property(parts, fc.integer({ min: 0, max: 3_000 }), (list, sec) => {
    let end = 0;
    const stretches = list.map(([space, lengthSec]) => {
      const startSec = end + space;
      end = startSec + lengthSec;
      return { startSec, lengthSec };
    });
    const oneByOne = stretches.reduce(
      (sum, { startSec, lengthSec }) => sum + Math.min(lengthSec, Math.max(0, sec - startSec)),
      0,
    );
    expect(closedTime(stretches)(sec)).toBe(oneByOne);
  });
  fc.assert(property, { seed: 20_260_804, numRuns: 500 });
});
