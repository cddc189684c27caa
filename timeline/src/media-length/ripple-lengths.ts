import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import type { Keyframe } from '../document/keyframe.ts';
import { LIMITS } from '../document/limits.ts';
import { cutClip } from '../edit/cut-clip.ts';
import { FramemillError } from '../errors/framemill-error.ts';
import { type Rate, rateOf, secondsOf } from '../time.ts';
import { KEYFRAMABLE_PROPS } from '../vocabulary/index.ts';
import { keptAtEndSec, type TimeMap, timeMap } from './time-map.ts';

/**
 * A document with adjusted clip lengths, and the clips that were removed because the time that they covered no longer
 * exists.
 */
export interface Rippled {
  readonly document: Document;
  readonly leftOut: readonly Clip[];
}

/** Maximum difference between lengths that count as equal. Seconds. */
const SAME_SEC = 1e-6;

/**
 * Changes the lengths of clips whose length is taken from their media (`durationFrom`). `lengths` has the new lengths
 * in seconds by clip id; a clip without an entry keeps its length. Everything else moves to the times that the function
 * `timeMap` computes: starts and ends of other clips on all tracks, their keyframes, and markers. If the two ends of
 * such a clip move by different times, the clip is extended or cut; a clip inside removed time is left out. `isHeld`
 * selects clips that stay unchanged. Returns the document itself when nothing changes. Throws `invalid_request` when
 * the video would be too long.
 */
export function rippleLengths(
  document: Document,
  lengths: ReadonlyMap<string, number>,
  isHeld: (clip: Clip) => boolean = () => false,
): Rippled {
  const { clips, markers } = document;
  const isChanged = clips.some(({ id, duration }) => Math.abs((lengths.get(id) ?? duration) - duration) > SAME_SEC);
  if (!isChanged) return { document, leftOut: [] };
  const lengthOf = ({ id, duration }: Clip) => lengths.get(id) ?? duration;
  const lasting = clips.filter((clip) => isLasting(clip, lengths) && !isHeld(clip));
  const map = timeMap(lasting.map((clip) => ({ ...clip, lengthSec: lengthOf(clip) })));
  const rate = rateOf(document.settings.fps);
  const leftOut: Clip[] = [];
  const next = clips.flatMap((clip) => {
    if (isHeld(clip)) return [clip];
    const moved = isLasting(clip, lengths) ? lasted(clip, lengthOf(clip), map) : movedClip(clip, map, rate);
    if (moved === null) leftOut.push(clip);
    return moved === null ? [] : [within(moved)];
  });
  const changed: Document = { ...document, clips: next };
  if (markers) {
    changed.markers = markers.map((marker) => {
      const time = Math.min(LIMITS.seconds, map.at(marker.time));
      return time === marker.time ? marker : { ...marker, time };
    });
  }
  return { document: changed, leftOut };
}

function isLasting({ id, durationFrom }: Clip, lengths: ReadonlyMap<string, number>): boolean {
  return durationFrom === 'media' || lengths.has(id);
}

function lasted(clip: Clip, lengthSec: number, map: TimeMap): Clip {
  const start = map.at(clip.start);
  const isSame = Math.abs(lengthSec - clip.duration) <= SAME_SEC;
  if (isSame) return start === clip.start ? clip : { ...clip, start };
  return { ...withLength(clip, lengthSec), start };
}

/** Moves a clip; `null` when it is inside removed time. */
function movedClip(clip: Clip, map: TimeMap, rate: Rate): Clip | null {
  const end = clip.start + clip.duration;
  const start = map.at(clip.start);
  const duration = map.at(end) - start;
  if (Math.abs(duration - clip.duration) <= SAME_SEC) return start === clip.start ? clip : { ...clip, start };
  if (duration < secondsOf(1, rate) / 2) return null;
  const lostSec = map.lostAt(clip.start);
  const cut = { ...cutClip(clip, lostSec, lostSec + duration, rate), start, duration };
  return lostSec > 0 ? cut : withKeyframesAt(cut, clip, (sec) => map.at(clip.start + sec) - start);
}

function within(clip: Clip): Clip {
  const { id, start, duration } = clip;
  if (start <= LIMITS.seconds && duration <= LIMITS.seconds) return clip;
  const message =
    `Clip "${id}" would last from ${start} s to ${start + duration} s; a video lasts at most ${LIMITS.seconds} s. ` +
    'Use shorter media.';
  throw new FramemillError('invalid_request', message, { clipId: id });
}

/** Maximum difference between keyframe times that count as equal. Seconds. */
const SAME_KEYFRAME_SEC = 1e-9;

/**
 * Changes the length of a clip, which still begins at the same time of its source.
 * Keyframes keep their distance to the nearer end, so that an exit stays at the end. Fades are shortened where they do
 * not fit.
 */
function withLength(clip: Clip, lengthSec: number): Clip {
  const share = Math.min(1, lengthSec / (clip.fadeIn + clip.fadeOut || 1));
  const lasting = { ...clip, duration: lengthSec, fadeIn: clip.fadeIn * share, fadeOut: clip.fadeOut * share };
  return withKeyframesAt(lasting, clip, nearerEnd(clip.duration, lengthSec));
}

/**
 * Returns the mapping of times within a clip whose length changes in its middle: each time keeps its distance to the
 * nearer end.
 */
function nearerEnd(durationSec: number, lengthSec: number): (sec: number) => number {
  const bySec = lengthSec - durationSec;
  const fromSec = durationSec - keptAtEndSec(durationSec, lengthSec);
  return (sec) => (sec >= fromSec ? sec + bySec : Math.min(sec, fromSec + bySec));
}

/**
 * Copies the keyframes of `clip` to `target` at new times. `at` maps the times and must not decrease. Of several
 * keyframes at the same new time, the last is kept. Speed keyframes are not moved, because they determine which part of
 * the source is shown.
 */
function withKeyframesAt(target: Clip, clip: Clip, at: (sec: number) => number): Clip {
  const next = { ...target };
  for (const prop of KEYFRAMABLE_PROPS) {
    const { field } = KEYFRAMABLE[prop];
    const keyframes = clip[field];
    if (prop !== 'speed' && keyframes && keyframes.length > 0) next[field] = moved(keyframes, at);
  }
  return next;
}

function moved(keyframes: readonly Keyframe[], at: (sec: number) => number): Keyframe[] {
  const all = keyframes
    .toSorted((a, b) => a.time - b.time)
    .map((keyframe) => ({ ...keyframe, time: at(keyframe.time) }));
  return all.filter(({ time }, place) => {
    const later = all[place + 1];
    return later === undefined || later.time - time > SAME_KEYFRAME_SEC;
  });
}
