import type { Clip } from '../document/clip.ts';
import { speedOf } from '../evaluate/source-time.ts';
import type { MediaLookup } from '../media/media-facts.ts';

/** How much further a clip could reach into its source at either edge. Seconds of the timeline; Infinity: no end. */
export interface SourceRoom {
  headSec: number;
  tailSec: number;
}

/** Seconds of source that a clip plays through, loops included. */
export function playedSec(clip: Pick<Clip, 'speed' | 'kfSpeed' | 'duration'>): number {
  return speedOf(clip).areaTo(clip.duration);
}

/** The length of a clip's source, or Infinity when it has none or it is not known. */
export function sourceLengthSec(clip: Pick<Clip, 'src' | 'type'>, media: MediaLookup): number {
  if (clip.type !== 'video' && clip.type !== 'audio') return Number.POSITIVE_INFINITY;
  return media(clip.src)?.durationSec ?? Number.POSITIVE_INFINITY;
}

/** The source beyond a clip's edges: what trimming its edges outwards would show. */
export function sourceRoom(clip: Clip, media: MediaLookup): SourceRoom {
  const isEndless = (clip.type !== 'video' && clip.type !== 'audio') || clip.loop || clip.freezeAt !== null;
  if (isEndless) return { headSec: Number.POSITIVE_INFINITY, tailSec: Number.POSITIVE_INFINITY };
  const before = clip.mediaStart;
  const after = Math.max(0, sourceLengthSec(clip, media) - clip.mediaStart - playedSec(clip));
  const speed = speedOf(clip);
  const headSource = clip.reverse ? after : before;
  const tailSource = clip.reverse ? before : after;
  return {
    headSec: timeToPass(headSource, (sec) => -speed.areaTo(-sec)),
    tailSec: timeToPass(tailSource, (sec) => speed.areaTo(clip.duration + sec) - speed.areaTo(clip.duration)),
  };
}

/** The time in which `areaTo`, which only grows, reaches `sourceSec`. Seconds. By halving: speeds may be of any shape. */
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
