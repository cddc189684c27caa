import { createHash } from 'node:crypto';
import type { Rate } from '@framemill/timeline';
import { type AudioPlan, audioPlan, type Document, type EncoderSetup, rateOf } from '@framemill/timeline/rendering';
import { fontSet } from '../fonts/bundled-fonts.ts';
import { formatFacts, keepsAlpha } from '../formats/output-formats.ts';
import { canonicalJson } from './canonical-json.ts';
import { type CopiedGroups, type GroupPlan, planGroups } from './plan-groups.ts';
import { documentFrame, type OutputProfile, outputFrames } from './profile.ts';
import { segmentStarts } from './segment-lengths.ts';
import { createImageSubDocuments, type ImageSubDocuments, type MediaTable } from './sub-document.ts';

/**
 * Segment of a render: closed groups of pictures (GOPs) that are encoded together or copied. Its output frames are
 * [startFrame, endFrame).
 */
export interface SegmentPlan {
  index: number;
  startFrame: number;
  endFrame: number;
  /** Content key: SHA-256 (hex). Segments with equal keys have equal bytes, even in different renders and projects. */
  contentKey: string;
  /** Method by which the segment is produced. Absent: it is drawn and encoded with the settings of the profile. */
  made?: SegmentMaking;
}

/**
 * Method by which a segment of a smart render is produced: copied from a source, from `sourceFrame` on, or encoded with
 * settings that let encoded and copied segments share one video track.
 */
export type SegmentMaking = Pick<CopiedGroups, 'src' | 'sourceFrame'> | EncoderSetup;

/**
 * Splits the output into segments (`segmentStarts`). Each segment has a content key (`contentKey`), a hash of
 * everything that determines its bytes, so that an edit changes only the keys of segments whose frames it can change.
 * In a smart render each copied run of GOPs (`planGroups`) is a separate segment. A format without images has no
 * segments; a poster, which is a single frame, has one.
 */
export function planSegments(
  document: Document,
  profile: OutputProfile,
  media: MediaTable,
  fingerprint: string,
): SegmentPlan[] {
  const { video: images, assembly } = formatFacts(profile.format);
  if (images === null) return [];
  const total = outputFrames(document, profile);
  const rate = rateOf(document.settings.fps);
  const imagesOf = createImageSubDocuments(document, rate, media);
  if (assembly === 'poster') {
    const startFrame = posterFrame(profile, total);
    const shown = { startFrame, endFrame: startFrame + 1 };
    return [{ index: 0, ...shown, contentKey: keyOf(imagesOf, rate, shown, profile, { fingerprint }) }];
  }
  const plan = planGroups(document, profile, media);
  const copied = new Map(plan?.copied.map((groups) => [groups.startFrame, groups]));
  const starts = withCopies(segmentStarts(document, profile, media, total), total, plan);
  const beside = plan ? { made: plan.encoder } : {};
  return starts.map((startFrame, index) => {
    const endFrame = starts[index + 1] ?? total;
    const groups = copied.get(startFrame);
    if (groups) {
      const { src, sourceFrame } = groups;
      const contentKey = keyOfCopy(groups, profile, media, fingerprint);
      return { index, startFrame, endFrame, contentKey, made: { src, sourceFrame } };
    }
    const contentKey = keyOf(imagesOf, rate, { startFrame, endFrame }, profile, { fingerprint, ...beside });
    return { index, startFrame, endFrame, contentKey, ...beside };
  });
}

/** Returns the output frame of a poster: the frame at `choice.atSec`, but never later than the last frame. */
export function posterFrame({ choice, rate }: OutputProfile, totalFrames: number): number {
  const frame = Math.floor(((choice?.atSec ?? 0) * rate.num) / rate.den + 1e-6);
  return Math.max(0, Math.min(frame, totalFrames - 1));
}

/** Returns the number of frames in these segments that are copied from sources. */
export function copiedFramesOf(segments: readonly SegmentPlan[]): number {
  return segments.reduce(
    (sum, { made, startFrame, endFrame }) => sum + (made && 'src' in made ? endFrame - startFrame : 0),
    0,
  );
}

/**
 * Returns the starts of all segments of a smart render: the start and end of each copied run, and the starts of encoded
 * segments outside these runs.
 */
function withCopies(starts: readonly number[], total: number, plan: GroupPlan | null): number[] {
  if (!plan) return [...starts];
  const { copied } = plan;
  const outside = starts.filter((at) => !copied.some(({ startFrame, endFrame }) => startFrame < at && at < endFrame));
  const edges = copied.flatMap(({ startFrame, endFrame }) => [startFrame, endFrame]).filter((edge) => edge < total);
  return [...new Set([...outside, ...edges])].sort((a, b) => a - b);
}

function keyOf(
  imagesOf: ImageSubDocuments,
  rate: Rate,
  frames: { startFrame: number; endFrame: number },
  profile: OutputProfile,
  engine: { fingerprint: string; made?: EncoderSetup },
): string {
  const first = documentFrame(frames.startFrame, rate, profile);
  const last = documentFrame(frames.endFrame - 1, rate, profile);
  const image = imagesOf(first, last + 1);
  const shown = shownFrames(frames, first, rate, profile);
  return createHash('sha256')
    .update(canonicalJson({ ...engine, fontSet, encoding: encodingOf(profile), shown, picture: image }))
    .digest('hex');
}

/**
 * Returns the part of a profile that determines a segment's bytes. Formats with the same codec share their segments.
 */
function encodingOf({ format, quality, compression, width, height, rate, watermark }: OutputProfile): unknown {
  const coding = formatFacts(format).video;
  const oneQuality = coding === 'lossless' || coding === 'prores';
  return {
    coding,
    ...(oneQuality ? {} : { quality, compression: compression ?? 'balanced' }),
    width,
    height,
    rate,
    watermark,
    alpha: keepsAlpha(format),
  };
}

/**
 * Computes the content key of a copied segment. It depends only on the source, its GOPs and the output's size and rate.
 */
function keyOfCopy(
  { src, startFrame, endFrame, sourceFrame }: CopiedGroups,
  { width, height, rate }: OutputProfile,
  media: MediaTable,
  fingerprint: string,
): string {
  const groups = { source: media[src]?.sha256 ?? src, sourceFrame, frames: endFrame - startFrame };
  return createHash('sha256').update(canonicalJson({ fingerprint, groups, width, height, rate })).digest('hex');
}

// With equal rates the count is sufficient; with another rate, the pattern of repeated frames depends on the phase.
function shownFrames(
  frames: { startFrame: number; endFrame: number },
  first: number,
  rate: Rate,
  profile: OutputProfile,
): unknown {
  const count = frames.endFrame - frames.startFrame;
  if (rate.num * profile.rate.den === profile.rate.num * rate.den) return count;
  return Array.from({ length: count }, (_, i) => documentFrame(frames.startFrame + i, rate, profile) - first);
}

/**
 * Computes the content key of a render's audio mix: SHA-256 (hex) of everything that the mixer reads. Null when there
 * is nothing to mix: no audible part, or a format without audio. Formats with the same audio coding share the key.
 */
export function audioKey(
  document: Document,
  profile: OutputProfile,
  media: MediaTable,
  fingerprint: string,
): string | null {
  const coding = formatFacts(profile.format).audio;
  if (coding === null) return null;
  const plan = audioPlan(document, (src) => media[src] ?? null);
  if (plan.parts.length === 0) return null;
  const parts = hashedParts(plan, media);
  return createHash('sha256')
    .update(canonicalJson({ fingerprint, coding, quality: profile.quality, samples: plan.totalSamples, parts }))
    .digest('hex');
}

/** Returns the parts of a mix with the hashes of their sources. A composition is the parts of its own mix. */
function hashedParts({ parts }: AudioPlan, media: MediaTable): unknown[] {
  return parts.map(({ clipId: _, src, inner, ...part }) =>
    inner
      ? { ...part, samples: inner.totalSamples, parts: hashedParts(inner, media) }
      : { ...part, source: media[src]?.sha256 ?? src },
  );
}
