import type { Clip } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import type { Keyframe } from '../document/keyframe.ts';
import type { TextStyle } from '../document/text-style.ts';
import { loopPeriodSec, loopPhase, speedOf } from '../evaluate/source-time.ts';
import { frameOf, type Rate, secondsOf } from '../time.ts';
import { KEYFRAMABLE_PROPS } from '../vocabulary/index.ts';

/**
 * Returns the part of a clip from `fromSec` to `toSec` of the clip's own time, at its position on the timeline.
 * Image, audio and motion of the part stay the same. In a visible clip, a cut between two frames takes effect at the
 * nearest frame, where the part's image begins. `fromSec` below 0 or `toSec` beyond the length extends the clip.
 * `fades` computes the fades of the part. A length that followed the media becomes a number.
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

/**
 * Converts a time within a clip to the time at which it is displayed, which is the start of a frame. Seconds from the
 * clip's first frame. Times of audio clips are returned unchanged, because audio is not aligned to frames.
 */
function shownAt(clip: Clip, sec: number, rate: Rate): number {
  if (clip.type === 'audio' || sec === 0) return sec;
  return secondsOf(frameOf(clip.start + sec, rate) - frameOf(clip.start, rate), rate);
}

/**
 * Returns the source fields (in-point, loop) of a clip's part. A loop continues with the same source range from its
 * current offset.
 */
function sourceFrom(clip: Clip, fromSec: number, toSec: number, lengthSec: number): Partial<Clip> {
  if (clip.freezeAt !== null) return {};
  const speed = speedOf(clip);
  // Reversed, the in-point is at the end of the clip: cutting the tail moves it, cutting the head does not.
  const passed = clip.reverse ? speed.areaTo(lengthSec) - speed.areaTo(toSec) : speed.areaTo(fromSec);
  const period = loopPeriodSec(clip);
  if (!clip.loop || period <= 0) return { mediaStart: Math.max(0, clip.mediaStart + passed) };
  return passed === 0 ? {} : { loopOffset: loopPhase((clip.loopOffset ?? 0) + passed, period) };
}

/** Returns the fields with which a clip's part continues its effects as though the clip had not been cut. */
function effectsFrom(clip: Clip, fromSec: number): Partial<Clip> {
  if (!clip.effects?.length || fromSec === 0) return {};
  return { effectsOf: clip.effectsOf ?? clip.id, effectsFrom: Math.max(0, (clip.effectsFrom ?? 0) + fromSec) };
}

/** Shifts keyframes to the new start of a clip. Of the keyframes beyond each edge, only the nearest is kept. */
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

/**
 * Shifts the times of a caption's words by `bySec`. Words before the part are shifted too, because they stay in the
 * text as already spoken.
 */
function withWordsLater(style: TextStyle, bySec: number): TextStyle {
  const words = style.words?.map(({ text, start, end }) => ({ text, start: start + bySec, end: end + bySec }));
  return { ...style, words };
}

/**
 * Fade at one edge of a clip. `sec` is its length in seconds. `edge` and `inner` are its progress (0-1) at the clip's
 * edge and at the other end of the fade.
 */
interface Fade {
  sec: number;
  edge: number;
  inner: number;
}

const NONE: Fade = { sec: 0, edge: 0, inner: 1 };
const LEAST = 1e-6;

/**
 * Computes the fades of a clip's part from `fromSec` to `toSec` of the clip's own time. Each fade continues across
 * all parts that it covers, as though the clip had not been cut.
 */
export function partOfFades(clip: Clip, fromSec: number, toSec: number, lengthSec: number): Partial<Clip> {
  const leftSec = toSec - fromSec;
  return fieldsOf(
    partOfFade(fadeIn(clip), fromSec, leftSec, lengthSec),
    partOfFade(fadeOut(clip), lengthSec - toSec, leftSec, lengthSec),
  );
}

/**
 * Computes the fades of a clip whose edges move. A complete fade stays at its edge; a fade that was cut at this edge
 * earlier continues.
 */
function movedFades(clip: Clip, fromSec: number, toSec: number, lengthSec: number): Partial<Clip> {
  const leftSec = toSec - fromSec;
  return fieldsOf(
    movedFade(fadeIn(clip), fromSec, leftSec, lengthSec),
    movedFade(fadeOut(clip), lengthSec - toSec, leftSec, lengthSec),
  );
}

/**
 * Cuts `cutSec` off a fade at the clip's edge, with `leftSec` of the clip remaining. A negative `cutSec` extends the
 * clip.
 */
function partOfFade({ sec, edge, inner }: Fade, cutSec: number, leftSec: number, lengthSec: number): Fade {
  const audibleSec = Math.min(sec, lengthSec);
  if (audibleSec <= 0) return NONE;
  const aSecond = (inner - edge) / audibleSec;
  const from = Math.max(0, edge + cutSec * aSecond);
  const to = Math.min(1, from + leftSec * aSecond);
  return to - from < LEAST ? NONE : { sec: (to - from) / aSecond, edge: from, inner: to };
}

function movedFade(fade: Fade, cutSec: number, leftSec: number, lengthSec: number): Fade {
  const moved = fade.edge === 0 ? fade : partOfFade(fade, cutSec, leftSec, lengthSec);
  if (moved.inner === 1) return { ...moved, sec: Math.min(moved.sec, leftSec) };
  return partOfFade(moved, 0, leftSec, lengthSec);
}

function fadeIn({ fadeIn, fadeInFrom, fadeInTo }: Clip): Fade {
  return { sec: fadeIn, edge: fadeInFrom ?? 0, inner: fadeInTo ?? 1 };
}

function fadeOut({ fadeOut, fadeOutFrom, fadeOutTo }: Clip): Fade {
  return { sec: fadeOut, edge: fadeOutTo ?? 0, inner: fadeOutFrom ?? 1 };
}

function fieldsOf(fadeIn: Fade, fadeOut: Fade): Partial<Clip> {
  const fields: Partial<Clip> = { fadeIn: fadeIn.sec, fadeOut: fadeOut.sec };
  if (fadeIn.edge > 0) fields.fadeInFrom = fadeIn.edge;
  if (fadeIn.inner < 1) fields.fadeInTo = fadeIn.inner;
  if (fadeOut.inner < 1) fields.fadeOutFrom = fadeOut.inner;
  if (fadeOut.edge > 0) fields.fadeOutTo = fadeOut.edge;
  return fields;
}
