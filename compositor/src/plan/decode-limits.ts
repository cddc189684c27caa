import type { Clip, Document, MediaFacts } from '@framemill/timeline';
import {
  clipSpan,
  FramemillError,
  loopPeriodSec,
  loopPhase,
  nestedDocument,
  type Rate,
  rateOf,
  secondsOf,
  sourceTime,
} from '@framemill/timeline/rendering';
import type { MediaTable } from './sub-document.ts';

/**
 * Maximum number of pixels to decode from a key frame to one requested frame: a minute of 4K at 60 frames a second, or
 * 4 hours of 320x240 at 30. Encoders write a key frame every 1 to 10 s, streaming presets at least every 60 s, so that
 * ordinary files of any size stay below the limit. Decoding that many pixels takes about a minute of one thread: 1.4 ns
 * a pixel for H.264, 1.6 for VP9, 2.2 for AV1, 0.6 for GIF (AMD EPYC, node-av 6.1, 2026-11-24).
 */
export const SEEK_BUDGET_PIXELS = 32e9;

/**
 * Minimum number of pixels that is counted for a packet. Reading a packet takes as long as decoding this many pixels,
 * even when the packet's frame is smaller.
 */
export const PACKET_PIXELS = 16_384;

/** Advice for the user at the end of every error about frames that take too long to seek to. */
export const REENCODE = 'Export it as H.264 with a key frame at least every 10 s and upload it again';

/** Formats a number of pixels for error messages, for example "4,900 gigapixels". */
export function gigapixels(pixels: number): string {
  const giga = pixels / 1e9;
  return `${(giga < 10 ? Math.round(giga * 10) / 10 : Math.round(giga)).toLocaleString('en-US')} gigapixels`;
}

/** Interval of a source in seconds, including both ends. */
interface Stretch {
  fromSec: number;
  toSec: number;
}

/**
 * Checks that all frames of the document can be decoded fast enough. Throws `invalid_request`, naming the clip and the
 * file, when the document shows a time of a video that takes too long to seek to. Uses the measurements of the probe.
 * The check takes constant time for each clip, whatever the clip's length. Compositions are checked in full.
 */
export function requireSeekable(document: Document, media: MediaTable): void {
  const rate = rateOf(document.settings.fps);
  const visible = new Set(document.tracks.filter((track) => track.visible).map((track) => track.id));
  for (const clip of document.clips) {
    const nested = visible.has(clip.trackIndex) ? nestedDocument(document, clip) : null;
    if (nested) requireSeekable(nested, media);
    const facts = media[clip.src];
    if (!facts?.seek?.outOfReach.length || clip.type === 'audio' || !visible.has(clip.trackIndex)) continue;
    for (const shown of stretchesShown(clip, rate)) {
      const atSec = firstUnseekable(facts, shown);
      if (atSec === null) continue;
      const reason = unseekableMessage(facts, atSec);
      const message = `clip "${clip.id}" (${clip.name || clip.type}) shows "${clip.src}": ${reason}`;
      throw new FramemillError('invalid_request', message, { clipId: clip.id, src: clip.src, overBudget: true });
    }
  }
}

/**
 * Returns the first time within an interval of a source that takes longer to seek to than the limit allows. Null when
 * there is none, or when the source was not measured.
 */
export function firstUnseekable({ seek }: MediaFacts, { fromSec, toSec }: Stretch): number | null {
  const crossing = seek?.outOfReach.find((out) => out.fromSec <= toSec && (out.toSec === null || out.toSec > fromSec));
  return crossing ? Math.max(fromSec, crossing.fromSec) : null;
}

/**
 * Returns the error message for a frame of a source that takes too long to seek to. It states the reason, the limit and
 * what the user can do.
 */
export function unseekableMessage({ seek, width, height }: MediaFacts, atSec: number): string {
  return (
    `its frame at ${Math.round(atSec * 100) / 100} s takes too long to reach, because its key frames are too far ` +
    `apart for frames of ${width}x${height}: up to ${gigapixels(seek?.pixels ?? 0)} would have to be decoded ` +
    `first; the limit is ${gigapixels(SEEK_BUDGET_PIXELS)}. ${REENCODE}, or show an earlier part of it.`
  );
}

/**
 * Returns the intervals of its source that a clip shows. Frames that a transition shows after the clip's end are not
 * included. Speeds are above 0, so the first and last frame are the ends of an interval.
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

/**
 * Maximum number of videos in one frame. Each needs its own decoder: at least 1.1 MB of memory, 6 ms to open, and a
 * file descriptor, of which a process may have only 1,024 on many systems.
 */
export const MOST_VIDEOS_AT_ONCE = 800;

/**
 * Checks the number of simultaneous videos. Throws `invalid_request`, naming the first clip above the limit, when a
 * frame of the document shows too many.
 */
export function requireVideosAtOnce(document: Document, media: MediaTable): void {
  const rate = rateOf(document.settings.fps);
  const visible = new Set(document.tracks.filter((track) => track.visible).map((track) => track.id));
  const videos = document.clips.filter(
    (clip) => clip.type !== 'audio' && visible.has(clip.trackIndex) && media[clip.src]?.kind === 'video',
  );
  if (videos.length <= MOST_VIDEOS_AT_ONCE) return;
  const spans = videos.map((clip) => ({ clip, ...clipSpan(clip, rate) })).sort((a, b) => a.startFrame - b.startFrame);
  const ends = spans.map(({ endFrame }) => endFrame).sort((a, b) => a - b);
  let ended = 0;
  for (const [index, { clip, startFrame }] of spans.entries()) {
    while ((ends[ended] ?? Number.POSITIVE_INFINITY) <= startFrame) ended += 1;
    if (index + 1 - ended > MOST_VIDEOS_AT_ONCE) throw tooManyVideos(clip.id);
  }
}

/** Creates the error for a frame that shows more than the maximum number of videos. */
export function tooManyVideos(clipId: string): FramemillError {
  return new FramemillError(
    'invalid_request',
    `clip "${clipId}" exceeds the limit of ${MOST_VIDEOS_AT_ONCE} videos in a frame. Remove clips at that time, ` +
      'or render some of them to one video first.',
    { clipId, overBudget: true },
  );
}
