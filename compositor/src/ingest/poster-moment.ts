import type { SeekFacts } from '@framemill/timeline';
import type { Frame } from 'node-av/lib';

/** Fractions of a video's duration at which poster candidates are taken: neither the first fade nor the credits. */
const moments = [0.08, 0.16, 0.25, 0.33, 0.42, 0.5, 0.6, 0.7];

/**
 * Returns the times of poster candidates in a video of `durationSec`, in seconds, earliest first. Returns only 0 when
 * the duration is unknown, or when no time is within the seek budget.
 */
export function posterMoments(durationSec: number, seek?: SeekFacts): number[] {
  const within = moments.map((part) => part * durationSec).filter((atSec) => isInReach(atSec, seek));
  return durationSec > 0 && within.length > 0 ? within : [0];
}

function isInReach(atSec: number, seek: SeekFacts | undefined): boolean {
  return !seek?.outOfReach.some(({ fromSec, toSec }) => fromSec <= atSec && (toSec === null || toSec > atSec));
}

/**
 * Scores the information in a frame: the entropy of its luma in bits (0-6: 64 levels), plus up to one bit for sharp
 * edges. Nearly black and nearly white frames count half. Reads every fourth pixel of every fourth row of a planar
 * 4:2:0 frame.
 */
export function telling(frame: Frame): number {
  const luma = frame.data?.[0];
  const stride = frame.linesize[0] ?? 0;
  if (!luma) return 0;
  const levels = new Uint32Array(64);
  let count = 0;
  let sum = 0;
  let edges = 0;
  for (let y = 0; y < frame.height; y += 4) {
    for (let x = 0; x < frame.width; x += 4) {
      const value = luma[y * stride + x] ?? 0;
      const beside = luma[y * stride + Math.min(x + 1, frame.width - 1)] ?? 0;
      levels[value >> 2] = (levels[value >> 2] ?? 0) + 1;
      sum += value;
      edges += Math.abs(value - beside);
      count += 1;
    }
  }
  let entropy = 0;
  for (const level of levels) if (level > 0) entropy -= (level / count) * Math.log2(level / count);
  const mean = sum / count;
  const score = entropy + Math.min(1, edges / count / 8);
  return mean < 36 || mean > 220 ? score / 2 : score;
}
