import { expect, it } from 'vitest';
import { bytesAt } from './bytes.ts';

const files = [
  { bytes: 4_000, ssim: 0.99 },
  { bytes: 1_000, ssim: 0.9 },
];

it('finds the bytes of a similarity between two files, in dB', () => {
  expect(bytesAt(0.99, files)).toBeCloseTo(4_000);
  expect(bytesAt(0.9, files)).toBeCloseTo(1_000);
  // 15 dB is halfway between 20 and 10 dB, and 2,000 bytes halfway between 4,000 and 1,000 by their logarithm.
  expect(bytesAt(1 - 10 ** -1.5, files)).toBeCloseTo(2_000);
});

it('compares bytes alone where both files have the same similarity', () => {
  expect(
    bytesAt(1, [
      { bytes: 400, ssim: 1 },
      { bytes: 100, ssim: 1 },
    ]),
  ).toBeCloseTo(200);
});

it('uses the two files next to the similarity', () => {
  const third = { bytes: 1_000_000, ssim: 0.999 };
  expect(bytesAt(0.9, [third, ...files])).toBeCloseTo(1_000);
  expect(bytesAt(0.9999, [third, ...files])).toBeCloseTo(1e6 * 250);
});
