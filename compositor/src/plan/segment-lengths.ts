import { type Clip, clipSpan, type Document, type MediaFacts, type Rate, rateOf } from '@framemill/timeline/rendering';
import { type Compression, takesCompression } from '../formats/output-formats.ts';
import { type OutputProfile, outputFrameAt } from './profile.ts';
import { encodingMs, isMoving, playsVideo } from './segment-costs.ts';
import type { MediaTable } from './sub-document.ts';

/**
 * Maximum length of segments in seconds; segments of moving images may be a quarter longer (`dividedStretch`). Each
 * segment begins with a key frame, which takes many bytes where little moves. Long segments therefore give small files;
 * short segments make renders after an edit fast.
 */
const longestSec: Record<Compression, { readonly moving: number; readonly still: number }> = {
  fast: { moving: 1, still: 1 },
  balanced: { moving: 4, still: 10 },
  small: { moving: 10, still: 10 },
};
/**
 * Maximum length in seconds of segments in formats where key frames cost nothing (those without `takesCompression`).
 */
const otherSec = 2;
/** Length in seconds of the first segment with `earlyPlayback`: a stream can be played when it is rendered. */
const earlySec = 1;
/**
 * Maximum encoding time of a segment of moving images in `balanced` files, in milliseconds of one thread: a segment is
 * lost when its node fails. Large frames therefore have shorter segments, but not below `leastMovingSec`.
 */
const mostEncodingMs = 8_000;
const leastMovingSec = 2;
/**
 * Factor, in frames, of which the lengths of longer segments are multiples. Most H.264 sources repeat a pattern of four
 * frames: three B-frames of low quality and one frame of high quality. An encoder that begins in step with this pattern
 * stays in step. Out of step it needed 7 % more bytes for the same quality (a sample with segments of 113 instead of
 * 112 frames).
 */
const stepFrames = 4;
/** Minimum distance between two cuts of the document at which segments begin, in seconds. */
const leastCutSec = 1;
/**
 * Bits per pixel of a frame's changes (`MediaFacts.changeBits`) below which a source counts as nearly still, such as a
 * recording of a screen.
 */
const stillBits = 0.01;

/**
 * Returns the output frames at which the encoded segments of a video begin, in order, starting with 0. A segment begins
 * at each cut: where a clip of the base track (`tracksOf`) begins or ends, because the image changes there anyway. A
 * cut less than a second after the previous cut or before the end of the video is ignored. The frames between two cuts
 * are divided into segments of equal length. The length depends on the profile and on whether the image moves in at
 * least half of these frames. An edit therefore moves only the boundaries between the cuts around the changed clips. If
 * the base track shows a video over the whole frame, an edit of another track moves no boundary. With
 * `profile.earlyPlayback`, a long first segment is divided after about one second.
 */
export function segmentStarts(document: Document, profile: OutputProfile, media: MediaTable, total: number): number[] {
  const rate = rateOf(document.settings.fps);
  const { base, movers } = tracksOf(document, media);
  const framesOfClip = (clip: Clip): FrameRange => {
    const { startFrame, endFrame } = clipSpan(clip, rate);
    return { from: outputFrameAt(startFrame, rate, profile), to: outputFrameAt(endFrame, rate, profile) };
  };
  const cuts = distantCuts(
    base.map(framesOfClip).flatMap(({ from, to }) => [from, to]),
    framesOf(leastCutSec, profile.rate),
    total,
  );
  const lengths = { moving: partLength(profile, 'moving'), still: partLength(profile, 'still') };
  const moves = (clip: Clip) => isMoving(clip, media[clip.src]) && !isNearlyStill(clip, media[clip.src]);
  const moving = movingFrames(cuts, total, movers.filter(moves).map(framesOfClip));
  const starts = cuts.flatMap((from, index) => {
    const to = cuts[index + 1] ?? total;
    return dividedStretch(from, to, 2 * (moving[index] ?? 0) >= to - from ? lengths.moving : lengths.still);
  });
  return profile.earlyPlayback ? withEarlySegment(starts, total, profile.rate) : starts;
}

/**
 * Divides a first segment of two seconds or more, so that the new first segment has about one second (a multiple of
 * `stepFrames`). Returns shorter first segments unchanged.
 */
function withEarlySegment(starts: readonly number[], total: number, rate: Rate): number[] {
  const early = Math.max(1, stepFrames * Math.floor(framesOf(earlySec, rate) / stepFrames));
  return (starts[1] ?? total) < 2 * early ? [...starts] : starts.toSpliced(1, 0, early);
}

/** Output frames [from, to). */
interface FrameRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the clips that determine the segments. `base`: the clips of the base track, at whose ends segments begin.
 * `movers`: the clips that decide whether the image moves. The base track is the lowest visible track that shows a
 * video over the whole frame, and then its clips decide. Without such a video, the base track is the lowest one with
 * images, and all visible clips decide.
 */
function tracksOf(document: Document, media: MediaTable): { base: Clip[]; movers: Clip[] } {
  const byTrack = Map.groupBy(
    document.clips.filter(({ type }) => type !== 'audio'),
    ({ trackIndex }) => trackIndex,
  );
  const tracks = document.tracks
    .filter(({ id, visible }) => visible && byTrack.has(id))
    .map(({ id }) => byTrack.get(id) ?? []);
  const fills = (clip: Clip) => playsVideo(clip, media[clip.src]) && clip.scale >= 1 && clip.opacity === 1;
  const filled = tracks.find((clips) => clips.some(fills));
  return filled ? { base: filled, movers: filled } : { base: tracks[0] ?? [], movers: tracks.flat() };
}

/** Returns 0 and, in order, the `frames` that are at least `least` after the previous result and before the end. */
function distantCuts(frames: readonly number[], least: number, total: number): number[] {
  const cuts = [0];
  for (const frame of frames.toSorted((a, b) => a - b)) {
    if (frame - (cuts.at(-1) ?? 0) >= least && total - frame >= least) cuts.push(frame);
  }
  return cuts;
}

/** Returns the number of frames in at least one of the `ranges`, between each of the `cuts` and the next one. */
function movingFrames(cuts: readonly number[], total: number, ranges: readonly FrameRange[]): number[] {
  const frames = cuts.map(() => 0);
  let first = 0;
  let counted = 0;
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const from = Math.max(range.from, counted);
    counted = Math.max(counted, range.to);
    while ((cuts[first + 1] ?? total) <= from && first + 1 < cuts.length) first += 1;
    for (let at = first; at < cuts.length && (cuts[at] ?? total) < range.to; at++) {
      const shown = Math.min(range.to, cuts[at + 1] ?? total) - Math.max(from, cuts[at] ?? 0);
      frames[at] = (frames[at] ?? 0) + Math.max(0, shown);
    }
  }
  return frames;
}

/**
 * Divides the frames [from, to) into equal parts of about `longest` frames or less, and returns the first frame of each
 * part. These are multiples of `step` after `from`, unless parts are shorter than two steps. With `isShared`, the
 * number of parts suits 2, 4 and 8 concurrent slots.
 */
function dividedStretch(from: number, to: number, { longest, isShared, step }: PartLength): number[] {
  const frames = to - from;
  const parts = isShared ? sharedParts(frames / longest) : Math.ceil(frames / longest);
  // At very low frame rates, rounding to steps would make parts without frames.
  const unit = frames / parts < 2 * step ? 1 : step;
  return Array.from({ length: parts }, (_, part) => from + unit * Math.round((part * frames) / parts / unit));
}

/**
 * Returns the number of parts for a stretch that is `lengths` times the maximum length of a part (more than 0). More
 * than one part become an even number, and eight or more a multiple of four, so that concurrent tasks finish together.
 * Parts may then be a quarter longer than the maximum.
 */
function sharedParts(lengths: number): number {
  const least = Math.ceil(lengths);
  if (least === 1) return 1;
  const unit = least < 8 ? 2 : 4;
  const lower = unit * Math.floor(least / unit);
  const upper = unit * Math.ceil(least / unit);
  const isNearer = least - lower < upper - least || (least - lower === upper - least && lower % (2 * unit) === 0);
  const isPreferred = unit === 2 || isNearer;
  return isPreferred && lengths <= 1.25 * lower ? lower : upper;
}

/**
 * Length of a part: its maximum number of frames, whether the number of parts should suit several concurrent slots, and
 * the number of frames of which its length is a multiple.
 */
interface PartLength {
  readonly longest: number;
  readonly isShared: boolean;
  readonly step: number;
}

function partLength(profile: OutputProfile, kind: 'moving' | 'still'): PartLength {
  const frames = (seconds: number) => framesOf(seconds, profile.rate);
  if (!takesCompression(profile.format)) return { longest: frames(otherSec), isShared: false, step: 1 };
  const compression = profile.compression ?? 'balanced';
  const seconds = longestSec[compression][kind];
  const step = compression === 'fast' ? 1 : stepFrames;
  if (kind === 'still' || compression !== 'balanced') return { longest: frames(seconds), isShared: false, step };
  const affordable = (mostEncodingMs / encodingMs(profile)) * (profile.rate.den / profile.rate.num);
  return { longest: frames(Math.min(seconds, Math.max(leastMovingSec, affordable))), isShared: true, step };
}

function framesOf(seconds: number, { num, den }: Rate): number {
  return Math.max(1, Math.round((seconds * num) / den));
}

function isNearlyStill(clip: Clip, facts: MediaFacts | undefined): boolean {
  return clip.type === 'video' && facts?.changeBits !== undefined && facts.changeBits < stillBits;
}
