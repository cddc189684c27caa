import type { Keyframe } from '../document/keyframe.ts';
import { type ClipRange, joined } from './stretches-in-clip.ts';

/** Settings for lowering music under speech. */
export interface Ducking {
  /** Volume without speech, and volume during speech. */
  volume: number;
  lowered: number;
  /** Durations of lowering and of recovering. Seconds. */
  attackSec: number;
  releaseSec: number;
}

/**
 * Pauses up to this length, in addition to attack and release, are not raised: it would sound like pumping. Seconds.
 */
const PAUSE_SEC = 0.3;

/**
 * Computes volume keyframes that lower the volume before each range of speech and raise it afterwards.
 * Ranges are in seconds of the music's clip, in any order. They may extend beyond the clip, and so may the keyframes.
 */
export function duckKeyframes(speech: readonly ClipRange[], ducking: Ducking): Keyframe[] {
  const { volume, lowered, attackSec, releaseSec } = ducking;
  const reach = (attackSec + releaseSec + PAUSE_SEC) / 2;
  const wide = joined(speech.map(({ fromSec, toSec }) => ({ fromSec: fromSec - reach, toSec: toSec + reach })));
  return wide.flatMap((range) => {
    const from = range.fromSec + reach;
    const to = range.toSec - reach;
    // Without an attack the volume jumps, but two keyframes cannot have the same time.
    const before = attackSec > 0 ? { time: from - attackSec, value: volume } : { time: from - STEP_SEC, value: volume };
    const after = releaseSec > 0 ? { time: to + releaseSec, value: volume } : { time: to + STEP_SEC, value: volume };
    return [before, { time: from, value: lowered }, { time: to, value: lowered }, after];
  });
}

/** Length of a volume jump. Seconds. */
const STEP_SEC = 0.001;
