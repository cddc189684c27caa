import type { Clip } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import type { Keyframe } from '../document/keyframe.ts';
import type { TextStyle } from '../document/text-style.ts';
import { loopPeriodSec, loopPhase, speedOf } from '../evaluate/source-time.ts';
import { frameOf, type Rate, secondsOf } from '../time/rate.ts';
import { KEYFRAMABLE_PROPS } from '../vocabulary/index.ts';
import { movedFades } from './cut-fades.ts';

/**
 * The part of a clip from `fromSec` to `toSec` of its own time, placed where it was on the timeline. Picture, sound and
 * motion inside are the same as before: a cut between two frames is made where the frame that it is shown on is, since
 * that is where the part's picture begins. `fromSec` below 0 or `toSec` beyond the length extends the clip. `fades`
 * says what becomes of its fades. Its length is a number afterwards, also when it was that of its media.
 */
export function cutClip(clip: Clip, fromSec: number, toSec: number, rate: Rate, fades = movedFades): Clip {
  const duration = toSec - fromSec;
  const shown = (sec: number) => shownAt(clip, sec, rate);
  const [first, end] = [shown(fromSec), shown(toSec)];
  const { fadeInFrom, fadeInTo, fadeOutFrom, fadeOutTo, durationFrom: _, ...rest } = clip;
  const cut: Clip = {
    ...rest,
    start: Math.max(0, clip.start + fromSec),
    duration,
    ...sourceFrom(clip, first, end, shown(clip.duration)),
    ...effectsFrom(clip, first),
    ...fades(clip, first, end, shown(clip.duration)),
  };
  for (const prop of KEYFRAMABLE_PROPS) {
    const { field } = KEYFRAMABLE[prop];
    const keyframes = clip[field];
    if (keyframes) cut[field] = keyframesWithin(keyframes, first, end);
  }
  if (clip.textStyle?.words && first !== 0) cut.textStyle = withWordsLater(clip.textStyle, -first);
  return cut;
}

/** Where a time of a clip is seen, in seconds after its first frame. Sound alone starts where the document says, not on a frame. */
function shownAt(clip: Clip, sec: number, rate: Rate): number {
  if (clip.type === 'audio' || sec === 0) return sec;
  return secondsOf(frameOf(clip.start + sec, rate) - frameOf(clip.start, rate), rate);
}

/** Where the source of a part begins. A loop goes on with the same stretch, from where it is. */
function sourceFrom(clip: Clip, fromSec: number, toSec: number, lengthSec: number): Partial<Clip> {
  if (clip.freezeAt !== null) return {};
  const speed = speedOf(clip);
  // Played backwards, the in-point is where the clip ends: cutting the tail moves it, cutting the head does not.
  const passed = clip.reverse ? speed.areaTo(lengthSec) - speed.areaTo(toSec) : speed.areaTo(fromSec);
  const period = loopPeriodSec(clip);
  if (!clip.loop || period <= 0) return { mediaStart: Math.max(0, clip.mediaStart + passed) };
  return passed === 0 ? {} : { loopOffset: loopPhase((clip.loopOffset ?? 0) + passed, period) };
}

/** Effects go on as though the clip had not been cut. */
function effectsFrom(clip: Clip, fromSec: number): Partial<Clip> {
  if (!clip.effects?.length || fromSec === 0) return {};
  return { effectsOf: clip.effectsOf ?? clip.id, effectsFrom: Math.max(0, (clip.effectsFrom ?? 0) + fromSec) };
}

/** Shifts keyframes to the new start and drops those that no longer matter: all but one beyond each edge. */
function keyframesWithin(keyframes: readonly Keyframe[], fromSec: number, toSec: number): Keyframe[] {
  const sorted = keyframes.toSorted((a, b) => a.time - b.time);
  const first = Math.max(
    0,
    sorted.findLastIndex(({ time }) => time <= fromSec),
  );
  const after = sorted.findIndex(({ time }) => time >= toSec);
  const kept = sorted.slice(first, after < 0 ? sorted.length : Math.max(after, first) + 1);
  return fromSec === 0 ? kept : kept.map((keyframe) => ({ ...keyframe, time: keyframe.time - fromSec }));
}

/** All words stay, those before the part too: the text is the same, and they have been spoken. */
function withWordsLater(style: TextStyle, bySec: number): TextStyle {
  const words = style.words?.map(({ text, start, end }) => ({ text, start: start + bySec, end: end + bySec }));
  return { ...style, words };
}
