import type { Keyframe } from '../document/keyframe.ts';
import { type ClipRange, joined } from './stretches-in-clip.ts';

/** How music gives way. */
export interface Ducking {
  /** Volume when nobody speaks, and while somebody does. */
  volume: number;
  lowered: number;
  /** Seconds. */
  attackSec: number;
  releaseSec: number;
}

/** Shorter pauses are not worth coming up for: it would be heard as pumping. Seconds, besides attack and release. */
const PAUSE_SEC = 0.3;

/**
 * Volume keyframes that go down before each range of speech and up after it. Ranges in seconds of the music's clip, in
 * any order; they may lie partly outside it, and keyframes then do too.
 */
export function duckKeyframes(speech: readonly ClipRange[], ducking: Ducking): Keyframe[] {
  const { volume, lowered, attackSec, releaseSec } = ducking;
  const reach = (attackSec + releaseSec + PAUSE_SEC) / 2;
  const wide = joined(speech.map(({ fromSec, toSec }) => ({ fromSec: fromSec - reach, toSec: toSec + reach })));
  return wide.flatMap((range) => {
    const from = range.fromSec + reach;
    const to = range.toSec - reach;
    // Without an attack the volume jumps: two keyframes cannot be at one moment.
    const before = attackSec > 0 ? { time: from - attackSec, value: volume } : { time: from - STEP_SEC, value: volume };
    const after = releaseSec > 0 ? { time: to + releaseSec, value: volume } : { time: to + STEP_SEC, value: volume };
    return [before, { time: from, value: lowered }, { time: to, value: lowered }, after];
  });
}

/** The length of a jump. Seconds. */
const STEP_SEC = 0.001;
