import type { StereoBlock } from './audio-format.ts';

const CENTRE = Math.SQRT1_2;
const SIDE = Math.SQRT1_2;
const BACK = 0.5;

/**
 * Shares of each channel in left and right, by the number of channels in their usual order: left, right, centre, low
 * frequencies (from 6 channels on), back or sides. ITU-R BS.775, as the codec library mixes them.
 */
const shares: Readonly<Record<number, { left: readonly number[]; right: readonly number[] }>> = {
  1: { left: [1], right: [1] },
  2: { left: [1, 0], right: [0, 1] },
  3: { left: [1, 0, CENTRE], right: [0, 1, CENTRE] },
  4: { left: [1, 0, CENTRE, BACK], right: [0, 1, CENTRE, BACK] },
  5: { left: [1, 0, CENTRE, SIDE, 0], right: [0, 1, CENTRE, 0, SIDE] },
  6: { left: [1, 0, CENTRE, 0, SIDE, 0], right: [0, 1, CENTRE, 0, 0, SIDE] },
  7: { left: [1, 0, CENTRE, 0, BACK, SIDE, 0], right: [0, 1, CENTRE, 0, BACK, 0, SIDE] },
  8: { left: [1, 0, CENTRE, 0, SIDE, 0, SIDE, 0], right: [0, 1, CENTRE, 0, 0, SIDE, 0, SIDE] },
};

/**
 * Mixes channels down to stereo. Mono is copied to both channels at full level. Of more than 8 channels, the first two
 * are used. Values that are not finite become 0.
 */
export function downmixed(planes: readonly Float32Array[]): StereoBlock {
  const { left, right } = shares[planes.length] ?? { left: [1], right: [0, 1] };
  return { left: summed(planes, left), right: summed(planes, right) };
}

function summed(planes: readonly Float32Array[], factors: readonly number[]): Float32Array {
  const out = new Float32Array(planes[0]?.length ?? 0);
  for (const [index, factor] of factors.entries()) {
    const plane = planes[index];
    if (!plane || factor === 0) continue;
    for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) + factor * (plane[i] ?? 0);
  }
  // Damaged float files contain such values, and one of them would silence a filter for ever.
  for (let i = 0; i < out.length; i++) if (!Number.isFinite(out[i])) out[i] = 0;
  return out;
}
