import { describe, expect, it } from 'vitest';
import { createLimiter, MIX_LIMITER } from '../../src/audio/limiter.ts';

describe('the limiter', () => {
  function limited(sample: (n: number) => number, length = 20_000): Float32Array {
    const limiter = createLimiter(MIX_LIMITER);
    const left = Float32Array.from({ length: length + limiter.latency }, (_, n) => (n < length ? sample(n) : 0));
    const right = left.slice();
    limiter.process({ left, right }, left.length);
    return left.subarray(limiter.latency);
  }

  it('leaves sound below the ceiling as it is, to the bit', () => {
    const sample = (n: number) => 0.95 * Math.sin(n / 7);
    expect(limited(sample)).toEqual(Float32Array.from({ length: 20_000 }, (_, n) => sample(n)));
  });

  it('never lets a peak through and returns to full gain', () => {
    const sample = (n: number) => (n > 5_000 && n < 6_000 ? 2.5 : 0.5) * Math.sin(n / 11);
    const output = limited(sample, 60_000);
    expect(output.every((value) => Math.abs(value) <= 0.978)).toBe(true);
    expect(output[4_000]).toBeCloseTo(sample(4_000), 6);
    expect(output[59_000]).toBeCloseTo(sample(59_000), 3);
  });
});
