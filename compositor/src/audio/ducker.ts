import type { PartDuck } from '@framemill/timeline';
import { SAMPLE_RATE, type StereoBlock } from './audio-format.ts';
import { gainOfDb } from './dsp/decibels.ts';
import { createPeakFollower } from './dsp/smoothing.ts';

/** Peaks above this are heard: -40 dBFS. */
const HEARD = 0.01;
/** Level memory, so that it is a level and not a wave. Seconds. */
const FOLLOW_SEC = 0.03;
/** Pauses up to this long are not worth coming up for: it would be heard as pumping. Seconds. */
const HOLD_SEC = 0.3;
/** A jump would click. Seconds. */
const SHORTEST_SEC = 0.001;

/** Lowers a sound while another is heard. */
export interface Ducker {
  /** Works in place on `count` samples of `block`; `key` is what lowers it, at the same time. */
  apply(block: StereoBlock, key: StereoBlock, count: number): void;
}

/**
 * A side-chain: the gain goes down in a straight line (in dB) within the attack once the key is heard, stays down through pauses of 0.3 s, and comes back within the release.
 */
export function createDucker({ amountDb, attackSec, releaseSec }: PartDuck): Ducker {
  const down = amountDb / (Math.max(SHORTEST_SEC, attackSec) * SAMPLE_RATE);
  const up = -amountDb / (Math.max(SHORTEST_SEC, releaseSec) * SAMPLE_RATE);
  const follow = createPeakFollower(FOLLOW_SEC);
  let held = 0;
  let gainDb = 0;
  return {
    apply({ left, right }, key, count) {
      for (let i = 0; i < count; i++) {
        const level = follow(Math.max(Math.abs(key.left[i] ?? 0), Math.abs(key.right[i] ?? 0)));
        held = level > HEARD ? HOLD_SEC * SAMPLE_RATE : held - 1;
        gainDb = held > 0 ? Math.max(amountDb, gainDb + down) : Math.min(0, gainDb + up);
        if (gainDb === 0) continue;
        const factor = gainOfDb(gainDb);
        left[i] = (left[i] ?? 0) * factor;
        right[i] = (right[i] ?? 0) * factor;
      }
    },
  };
}
