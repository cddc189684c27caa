import type { AudioPart } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { createPartGain, fadeGain } from '../../src/audio/part-gain.ts';
import { partOf } from './audio-part.ts';

describe('gains', () => {
  function gained(changes: Partial<AudioPart>, left: number, right: number, places: number[], mono = false) {
    const gain = createPartGain(partOf({ lengthSamples: 1_000, ...changes }), mono);
    const block = { left: new Float32Array(1_000).fill(left), right: new Float32Array(1_000).fill(right) };
    gain.apply(block, 1_000, 0);
    return places.map((place) =>
      [block.left[place], block.right[place]].map((value) => Number((value ?? 0).toFixed(3))),
    );
  }

  it('follow the volume between its points and hold it outside', () => {
    const volume = [
      { atSample: 100, value: 0.5 },
      { atSample: 300, value: 1 },
    ];
    expect(gained({ volume }, 1, 1, [0, 200, 999]).map(([l]) => l)).toEqual([0.5, 0.75, 1]);
  });

  it('pan with equal power, moving the far side over', () => {
    const pan = (value: number) => ({ pan: [{ atSample: 0, value }] });
    expect(gained(pan(0), 0.5, 0.25, [5])[0]).toEqual([0.5, 0.25]);
    expect(gained(pan(-1), 0.5, 0.25, [5])[0]).toEqual([0.75, 0]);
    expect(gained(pan(1), 0.5, 0.25, [5])[0]).toEqual([0, 0.75]);
  });

  it('pan mono with the power it has in the middle', () => {
    const sidesAt = (value: number) => gained({ pan: [{ atSample: 0, value }] }, 0.25, 0.25, [5], true)[0] ?? [];
    expect([-1, -0.5, 0, 1].map(sidesAt)).toEqual([
      [0.354, 0],
      [0.327, 0.135],
      [0.25, 0.25],
      [0, 0.354],
    ]);
    for (const value of [-0.9, -0.001, 0.3, 0.7]) expect(Math.hypot(...sidesAt(value))).toBeCloseTo(0.3535, 2);
  });

  it('fade in from silence and out to silence', () => {
    const faded = gained({ fadeInSamples: 100, fadeOutSamples: 200 }, 1, 1, [0, 50, 100, 799, 900]).map(([l]) => l);
    expect(faded).toEqual([0, 0.5, 1, 1, 0.5]);
  });

  it.each(['linear', 'equal-power', 'exponential', 's-curve'] as const)(
    'of the %s curve go on after a cut',
    (fadeCurve) => {
      const places = Array.from({ length: 400 }, (_, n) => n);
      const whole = { fadeCurve, fadeInSamples: 700, fadeOutSamples: 500 };
      const later = { ...whole, lengthSamples: 400, fadeInCutSamples: 600 };
      expect(gained(later, 1, 1, places)).toEqual(
        gained(
          whole,
          1,
          1,
          places.map((n) => n + 600),
        ),
      );
      const earlier = { ...whole, lengthSamples: 600, fadeOutCutSamples: 400 };
      expect(gained(earlier, 1, 1, places)).toEqual(gained(whole, 1, 1, places));
    },
  );

  it.each(['linear', 'equal-power', 'exponential', 's-curve'] as const)('of the %s curve rise from 0 to 1', (curve) => {
    const steps = Array.from({ length: 101 }, (_, i) => fadeGain(curve, i / 100));
    expect(steps[0]).toBe(0);
    expect(steps[100]).toBeCloseTo(1, 12);
    expect(steps.every((value, i) => i === 0 || value > (steps[i - 1] ?? 0))).toBe(true);
  });

  it('of two equal-power fades that cross keep the power', () => {
    for (const x of [0, 0.2, 0.5, 0.9])
      expect(fadeGain('equal-power', x) ** 2 + fadeGain('equal-power', 1 - x) ** 2).toBeCloseTo(1, 12);
  });
});
