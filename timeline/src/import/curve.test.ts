import { describe, expect, it } from 'vitest';
import { keyframedValue } from '../evaluate/animated-value.ts';
import { type Curve, combined, keyframesOf, valueAt } from './curve.ts';

const rise: Curve = [{ start: 0, end: 2, from: 0, to: 10, easing: 'easeInOut' }];
const fall: Curve = [{ start: 3, end: 4, from: 1, to: 0.5, easing: 'linear' }];
const during: Curve = [{ start: 1, end: 3, from: 1, to: 3, easing: 'linear' }];
const times = (a: number, b: number) => a * b;

describe('a curve', () => {
  it('keeps its easings when only one of two curves changes at a time', () => {
    expect(combined(rise, fall, times)).toEqual([
      { start: 0, end: 2, from: 0, to: 10, easing: 'easeInOut' },
      { start: 3, end: 4, from: 10, to: 5, easing: 'linear' },
    ]);
    expect(combined(2, fall, times)).toEqual([{ start: 3, end: 4, from: 2, to: 1, easing: 'linear' }]);
    expect(combined(2, 3, times)).toBe(6);
  });

  it('has the values of both where both change, also as keyframes', () => {
    const both = combined(rise, during, times);
    const animated = keyframedValue(keyframesOf(both, 0, 100) ?? []);
    for (const time of [0, 0.5, 1, 1.45, 2, 2.6, 3, 5]) {
      const value = valueAt(rise, time) * valueAt(during, time);
      expect([time, animated.at(time)]).toEqual([time, expect.closeTo(value, 1)]);
    }
  });

  it('jumps where the next segment begins with another value', () => {
    const jumping: Curve = [
      { start: 0, end: 1, from: 0, to: 1, easing: 'linear' },
      { start: 1, end: 2, from: 5, to: 6, easing: 'linear' },
    ];
    const animated = keyframedValue(keyframesOf(jumping, 0, 100) ?? []);
    const near = (value: number) => expect.closeTo(value, 3);
    expect([0.5, 0.99, 1, 1.5, 3].map((time) => animated.at(time))).toEqual([near(0.5), near(0.99), 5, 5.5, 6]);
  });
});
