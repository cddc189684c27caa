import type { Clip } from '../document/clip.ts';
import { type AnimatedValue, constantValue, keyframedValue } from './animated-value.ts';

/**
 * Tolerance for the end of a loop, in seconds. A time this close to the end counts as the start of the next repetition,
 * because the difference is a rounding error.
 */
const LOOP_TIE = 1e-6;

type Timed = Pick<
  Clip,
  'mediaStart' | 'mediaDuration' | 'speed' | 'kfSpeed' | 'reverse' | 'freezeAt' | 'loop' | 'loopOffset'
>;

/** Returns the clip's speed over time. Speed keyframes replace `speed`. */
export function speedOf(clip: Pick<Clip, 'speed' | 'kfSpeed'>): AnimatedValue {
  return clip.kfSpeed && clip.kfSpeed.length > 0 ? keyframedValue(clip.kfSpeed) : constantValue(clip.speed);
}

/**
 * Returns the length of source that a looping clip repeats. Seconds.
 * `mediaDuration` counts from the beginning of the source. A value that does not reach the in-point is taken as the
 * length from the in-point.
 */
export function loopPeriodSec(clip: Pick<Clip, 'mediaStart' | 'mediaDuration'>): number {
  return clip.mediaDuration > clip.mediaStart ? clip.mediaDuration - clip.mediaStart : clip.mediaDuration;
}

/**
 * Returns the mapping from a time in the clip to a time in the source, both in seconds.
 * `lengthSec` is the clip's length in whole frames and `frameSec` the length of a frame. A reversed clip shows exactly
 * its forward frames in opposite order. The result is never below 0. It may be beyond the source's end, where the last
 * frame is shown.
 */
export function sourceTime(clip: Timed, lengthSec: number, frameSec: number): (localSec: number) => number {
  const { freezeAt, mediaStart, reverse } = clip;
  if (freezeAt !== null) return () => freezeAt;
  const speed = speedOf(clip);
  const wholeSec = speed.areaTo(lengthSec);
  const passed = reverse
    ? (localSec: number) => wholeSec - speed.areaTo(localSec + frameSec)
    : (localSec: number) => speed.areaTo(localSec);
  const period = loopPeriodSec(clip);
  if (!clip.loop || period <= 0) return (localSec) => Math.max(0, mediaStart + passed(localSec));
  const offset = clip.loopOffset ?? 0;
  return (localSec) => mediaStart + loopPhase(offset + passed(localSec), period);
}

/**
 * Returns the offset into a loop of `period` seconds (above 0) after `sec` seconds, which may be negative.
 * The result is 0 or more and less than `period`.
 */
export function loopPhase(sec: number, period: number): number {
  const rest = sec - Math.floor(sec / period) * period;
  return rest < 0 || period - rest < LOOP_TIE ? 0 : rest;
}
