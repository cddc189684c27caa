import type { PartDuck } from '@framemill/timeline';
import { SAMPLE_RATE, type StereoBlock } from './audio-format.ts';
import { gainOfDb } from './dsp/decibels.ts';
import { createPeakFollower } from './dsp/smoothing.ts';

/** Peaks above this are heard: -40 dBFS. */
const AUDIBLE = 0.01;
/** Level memory, so that it is a level and not a wave. Seconds. */
const FOLLOW_SEC = 0.03;
/** Pauses up to this long are not worth coming up for: it would be heard as pumping. Seconds. */
const HOLD_SEC = 0.3;
/** A jump would click. Seconds. */
const SHORTEST_SEC = 0.001;

/** Lowers sounds while another is heard. */
export interface Ducker {
  /** Hears the next `count` samples, at most `largest`, of the sum of what lowers. */
  hear(sounds: readonly StereoBlock[], count: number): void;
  /** Lowers a sound of the same time, in place. */
  lower(block: StereoBlock): void;
}

/**
 * A side-chain: the gain goes down in a straight line (in dB) within the attack once the key is heard, stays down through pauses of 0.3 s, and comes back within the release.
 */
export function createDucker({ amountDb, attackSec, releaseSec }: PartDuck, largest: number): Ducker {
  const down = amountDb / (Math.max(SHORTEST_SEC, attackSec) * SAMPLE_RATE);
  const up = -amountDb / (Math.max(SHORTEST_SEC, releaseSec) * SAMPLE_RATE);
  const follow = createPeakFollower(FOLLOW_SEC);
  const factors = new Float64Array(largest);
  /** How many of the factors count; silence at rest changes nothing. */
  let audibleSamples = 0;
  let held = 0;
  let gainDb = 0;
  return {
    hear(sounds, count) {
      const atRest = gainDb === 0 && held <= 0;
      audibleSamples = atRest && sounds.length === 0 ? 0 : count;
      let [holding, currentDb] = [held, gainDb];
      for (let i = 0; i < audibleSamples; i++) {
        let l = 0;
        let r = 0;
        for (const { left, right } of sounds) {
          l += left[i] ?? 0;
          r += right[i] ?? 0;
        }
        const level = follow(Math.max(Math.abs(l), Math.abs(r)));
        holding = level > AUDIBLE ? HOLD_SEC * SAMPLE_RATE : holding - 1;
        currentDb = holding > 0 ? Math.max(amountDb, currentDb + down) : Math.min(0, currentDb + up);
        factors[i] = currentDb === 0 ? 1 : gainOfDb(currentDb);
      }
      held = holding;
      gainDb = currentDb;
    },
    lower({ left, right }) {
      for (let i = 0; i < audibleSamples; i++) {
        const factor = factors[i] ?? 1;
        left[i] = (left[i] ?? 0) * factor;
        right[i] = (right[i] ?? 0) * factor;
      }
    },
  };
}
