import type { Clip } from '../document/clip.ts';
import { type AnimatedValue, constantValue, keyframedValue } from './animated-value.ts';

/** A phase this close to the end of a loop is its start: the difference is rounding. Seconds. */
const LOOP_TIE = 1e-6;

type Timed = Pick<
  Clip,
  'mediaStart' | 'mediaDuration' | 'speed' | 'kfSpeed' | 'reverse' | 'freezeAt' | 'loop' | 'loopOffset'
>;

/** The clip's speed over its time; keyframes replace `speed`. */
export function speedOf(clip: Pick<Clip, 'speed' | 'kfSpeed'>): AnimatedValue {
  return clip.kfSpeed && clip.kfSpeed.length > 0 ? keyframedValue(clip.kfSpeed) : constantValue(clip.speed);
}

/**
 * The length of source that a looping clip repeats. Seconds. The source's length counts from its beginning; when it
 * does not even reach the in-point it can only mean the length from there.
 */
export function loopPeriodSec(clip: Pick<Clip, 'mediaStart' | 'mediaDuration'>): number {
  return clip.mediaDuration > clip.mediaStart ? clip.mediaDuration - clip.mediaStart : clip.mediaDuration;
}

/**
 * The time in the source for a time in the clip, both in seconds. `lengthSec` is the clip's length in whole frames and
 * `frameSec` that of a frame: reversed, the clip shows exactly its forward frames in opposite order. Never below 0;
 * it may lie beyond the source's end, where the picture holds.
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

/** How far into a loop of `period` seconds, above 0, its source is after `sec` seconds of it, which may be negative. 0 or more, less than `period`. */
export function loopPhase(sec: number, period: number): number {
  const rest = sec - Math.floor(sec / period) * period;
  return rest < 0 || period - rest < LOOP_TIE ? 0 : rest;
}
