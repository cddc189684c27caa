import type { PartDuck } from '@framemill/timeline';
import { SAMPLE_RATE, type StereoBlock } from './audio-format.ts';
import { gainOfDb } from './dsp/decibels.ts';
import { createPeakFollower } from './dsp/smoothing.ts';

/** Peak level above which the key signal counts as audible: -40 dBFS. */
const AUDIBLE = 0.01;
/** Time constant of the level follower, in seconds, which smooths over single waves. */
const FOLLOW_SEC = 0.03;
/** Longest pause in seconds during which the gain stays low: raising it would be audible as pumping. */
const HOLD_SEC = 0.3;
/** Shortest attack and release in seconds: a sudden change would click. */
const SHORTEST_SEC = 0.001;

/** Ducker that lowers audio while other audio is audible. */
export interface Ducker {
  /** Processes the next `count` samples, at most `largest`, of the sum of the key signals. */
  hear(sounds: readonly StereoBlock[], count: number): void;
  /** Lowers a block of the same time range, in place. */
  lower(block: StereoBlock): void;
}

/**
 * Creates a ducker with a side chain. The gain falls linearly (in dB) within the attack once the key is audible. It
 * stays low through pauses of 0.3 s and rises again within the release.
 */
export function createDucker({ amountDb, attackSec, releaseSec }: PartDuck, largest: number): Ducker {
  const down = amountDb / (Math.max(SHORTEST_SEC, attackSec) * SAMPLE_RATE);
  const up = -amountDb / (Math.max(SHORTEST_SEC, releaseSec) * SAMPLE_RATE);
  const follow = createPeakFollower(FOLLOW_SEC);
  const factors = new Float64Array(largest);
  /** Number of valid factors; silence at rest changes nothing. */
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
