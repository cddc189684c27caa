import type { Clip, Document, MediaFacts } from '@framemill/timeline';
import {
  clipSpan,
  FramemillError,
  loopPeriodSec,
  loopPhase,
  type Rate,
  rateOf,
  secondsOf,
  sourceTime,
} from '@framemill/timeline/rendering';
import { gigapixels, REENCODE, SEEK_BUDGET_PIXELS } from './seek-budget.ts';
import type { MediaTable } from './sub-document.ts';

/** Interval of a source in seconds, both ends included. */
interface Stretch {
  fromSec: number;
  toSec: number;
}

/**
 * Throws `invalid_request`, naming the clip and the file, when the document shows parts of a video that take too long
 * to seek to. Uses the measurements of the probe. The cost is constant for each clip, whatever its length.
 */
export function requireSeekable(document: Document, media: MediaTable): void {
  const rate = rateOf(document.settings.fps);
  const visible = new Set(document.tracks.filter((track) => track.visible).map((track) => track.id));
  for (const clip of document.clips) {
    const facts = media[clip.src];
    if (!facts?.seek?.outOfReach.length || clip.type === 'audio' || !visible.has(clip.trackIndex)) continue;
    for (const shown of stretchesShown(clip, rate)) {
      const atSec = firstUnseekable(facts, shown);
      if (atSec === null) continue;
      const message = `clip "${clip.id}" (${clip.name || clip.type}) shows "${clip.src}": ${unseekableMessage(facts, atSec)}`;
      throw new FramemillError('invalid_request', message, { clipId: clip.id, src: clip.src, overBudget: true });
    }
  }
}

/**
 * Returns the first time within an interval of a source that cannot be reached within the seek budget. Null when all
 * can be reached or the source was not measured.
 */
export function firstUnseekable({ seek }: MediaFacts, { fromSec, toSec }: Stretch): number | null {
  const crossing = seek?.outOfReach.find((out) => out.fromSec <= toSec && (out.toSec === null || out.toSec > fromSec));
  return crossing ? Math.max(fromSec, crossing.fromSec) : null;
}

/** Explains why a time of a source is not shown, and what the user can do. */
export function unseekableMessage({ seek, width, height }: MediaFacts, atSec: number): string {
  return (
    `its frame at ${Math.round(atSec * 100) / 100} s takes too long to reach, because its key frames are too far apart for frames of ` +
    `${width}x${height}: up to ${gigapixels(seek?.pixels ?? 0)} would have to be decoded first; the limit is ${gigapixels(SEEK_BUDGET_PIXELS)}. ${REENCODE}, or show an earlier part of it.`
  );
}

/**
 * Returns the intervals of its source that a clip shows, without the part that a transition shows after its end. Speeds
 * are above 0, so that the first and last frame determine them.
 */
function stretchesShown(clip: Clip, rate: Rate): Stretch[] {
  const { startFrame, endFrame } = clipSpan(clip, rate);
  const frames = endFrame - startFrame;
  const timeAt = sourceTime({ ...clip, loop: false }, secondsOf(frames, rate), rate.den / rate.num);
  const [first, last] = [timeAt(0), timeAt(secondsOf(Math.max(0, frames - 1), rate))];
  const once = { fromSec: Math.min(first, last), toSec: Math.max(first, last) };
  const period = loopPeriodSec(clip);
  if (!clip.loop || period <= 0 || clip.freezeAt !== null) return [once];
  const { mediaStart } = clip;
  const passed = once.toSec - once.fromSec;
  const phase = loopPhase((clip.loopOffset ?? 0) + once.fromSec - mediaStart, period);
  const at = (from: number, to: number) => ({ fromSec: mediaStart + from, toSec: mediaStart + to });
  if (passed >= period) return [at(0, period)];
  return phase + passed < period ? [at(phase, phase + passed)] : [at(phase, period), at(0, phase + passed - period)];
}
