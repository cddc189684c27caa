import { describe, expect, it } from 'vitest';
import { EASING_NAMES } from '../vocabulary/index.ts';
import { EASINGS, ease } from './ease.ts';

describe('easings', () => {
  it('are the 36 names of the vocabulary', () => {
    expect(Object.keys(EASINGS)).toEqual([...EASING_NAMES]);
    expect(EASING_NAMES).toHaveLength(36);
  });

  it.each(EASING_NAMES)('%s starts at 0 and ends at exactly 1', (name) => {
    expect(ease(name, 0)).toBeCloseTo(0, 12);
    expect(ease(name, 1)).toBe(1);
    expect(ease(name, -1)).toBe(ease(name, 0));
    expect(ease(name, 2)).toBe(1);
  });

  it.each(EASING_NAMES)('%s has the area that adding up thin slices gives', (name) => {
    const curve = EASINGS[name];
    for (const until of [0.1, 0.37, 0.5, 0.82, 1]) {
      const slices = 2_000;
      let sum = 0;
      for (let slice = 0; slice < slices; slice += 1) sum += curve.value(((slice + 0.5) * until) / slices);
      expect(curve.area(until)).toBeCloseTo((sum * until) / slices, 3);
    }
  });

  it('match the values of the CSS and Penner definitions', () => {
    expect(ease('easeInOut', 0.25)).toBeCloseTo(0.12916, 4);
    expect(ease('easeIn', 0.5)).toBeCloseTo(0.31535, 4);
    expect(ease('easeOutBounce', 0.5)).toBeCloseTo(0.765625, 9);
    expect(ease('easeInOutBack', 0.25)).toBeCloseTo(-0.0996818, 6);
    expect(ease('easeOutElastic', 0.5)).toBeCloseTo(1.015625, 6);
    expect(ease('hold', 0.999)).toBe(0);
  });

  it('name the choices when a name is unknown', () => {
    expect(() => ease('easeSideways', 0.5)).toThrow(/easing "easeSideways" does not exist\. Use one of linear/);
  });
});
