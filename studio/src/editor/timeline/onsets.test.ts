import { expect, it } from 'vitest';
import { onsets } from './onsets.ts';

const loud = (atSec: readonly number[], level = 220, floor = 20) =>
  Uint8Array.from({ length: 120 * 4 }, (_, index) =>
    atSec.some((at) => index >= at * 120 && index < at * 120 + 12) ? level : floor,
  );

it('are where a sound becomes louder, once each', () => {
  expect(onsets(loud([0.5, 1, 1.5, 3]), 120)).toEqual([0.5, 1, 1.5, 3]);
});

it('are none in silence, in a sound that stays, and in one that grows slowly', () => {
  expect(onsets(new Uint8Array(480), 120)).toEqual([]);
  expect(onsets(loud([], 0, 200), 120)).toEqual([0]);
  expect(
    onsets(
      Uint8Array.from({ length: 480 }, (_, index) => index / 2),
      120,
    ),
  ).toEqual([]);
});

it('lie a fifth of a second apart at least', () => {
  const found = onsets(loud([0.5, 0.65, 1]), 120);
  expect(found).toEqual([0.5, 1]);
});
