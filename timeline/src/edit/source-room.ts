import type { Clip } from '../document/clip.ts';
import { speedOf } from '../evaluate/source-time.ts';
import type { MediaLookup } from '../media/media-facts.ts';

/**
 * Time by which a clip can be extended into its source at its start and at its end. Timeline seconds; Infinity: no
 * limit.
 */
export interface SourceRoom {
  headSec: number;
  tailSec: number;
}

/** Returns the seconds of source that a clip plays, including repetitions. */
export function playedSec(clip: Pick<Clip, 'speed' | 'kfSpeed' | 'duration'>): number {
  return speedOf(clip).areaTo(clip.duration);
}

/** Returns the length of a clip's source in seconds; Infinity when it has none or its length is unknown. */
export function sourceLengthSec(clip: Pick<Clip, 'src' | 'type' | 'mediaDuration'>, media: MediaLookup): number {
  if (clip.type === 'composition') return clip.mediaDuration;
  if (clip.type !== 'video' && clip.type !== 'audio') return Number.POSITIVE_INFINITY;
  return media(clip.src)?.durationSec ?? Number.POSITIVE_INFINITY;
}

/** Computes how far the edges of a clip can be extended before its source ends. */
export function sourceRoom(clip: Clip, media: MediaLookup): SourceRoom {
  const isEndless = (clip.type !== 'video' && clip.type !== 'audio') || clip.loop || clip.freezeAt !== null;
  if (isEndless) return { headSec: Number.POSITIVE_INFINITY, tailSec: Number.POSITIVE_INFINITY };
  const before = clip.mediaStart;
  const after = Math.max(0, sourceLengthSec(clip, media) - clip.mediaStart - playedSec(clip));
  const speed = speedOf(clip);
  const { duration } = clip;
  const playedAtEnd = speed.areaTo(duration);
  const headSource = clip.reverse ? after : before;
  const tailSource = clip.reverse ? before : after;
  return {
    headSec: timeToPass(headSource, (sec) => -speed.areaTo(-sec)),
    tailSec: timeToPass(tailSource, (sec) => speed.areaTo(duration + sec) - playedAtEnd),
  };
}

/**
 * Returns the time in seconds at which the increasing function `areaTo` reaches `sourceSec`. Uses bisection, because
 * speeds may have any shape.
 */
export function timeToPass(sourceSec: number, areaTo: (sec: number) => number): number {
  if (sourceSec <= 0) return 0;
  if (!Number.isFinite(sourceSec)) return sourceSec;
  let low = 0;
  let high = 1;
  while (areaTo(high) < sourceSec && high < 1e9) high *= 2;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (areaTo(middle) < sourceSec) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Sets a clip's length to its current number of seconds, so that the clip no longer follows the length of its media.
 * Returns the clip itself if it does not follow its media.
 */
export function withoutMediaLength(clip: Clip): Clip {
  if (clip.durationFrom === undefined) return clip;
  const { durationFrom: _, ...numbered } = clip;
  return numbered;
}
