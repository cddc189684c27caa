import { createHash } from 'node:crypto';
import type { Document, Rate } from '@framemill/timeline';
import { clipSpan, durationSec, rateOf } from '@framemill/timeline/rendering';
import { canonicalJson } from './canonical-json.ts';
import { fontSet } from './fonts.ts';
import { documentFrame, type OutputProfile, outputFrameAt, outputFrames } from './profile.ts';
import { type MediaTable, pictureSubDocument } from './sub-document.ts';

/** One closed group of pictures of the output. Frames are output frames, [startFrame, endFrame). */
export interface SegmentPlan {
  index: number;
  startFrame: number;
  endFrame: number;
  /** sha256, hex: equal keys are equal bytes, whichever render or project they belong to. */
  contentKey: string;
}

const shortDocumentSec = 20;
const shortSegmentFrames = 30;
const segmentFrames = 60;

/**
 * Cuts the output into segments: at the starts of the bottom video track's clips, then every 30 frames (documents
 * under 20 s) or 60 frames. An edit changes the keys of only those segments whose pictures it can change.
 */
export function planSegments(
  document: Document,
  profile: OutputProfile,
  media: MediaTable,
  fingerprint: string,
): SegmentPlan[] {
  const total = outputFrames(document, profile);
  const rate = rateOf(document.settings.fps);
  const step = durationSec(document) < shortDocumentSec ? shortSegmentFrames : segmentFrames;
  const cuts = [...cutFrames(document, rate, profile, total), total];
  const segments: SegmentPlan[] = [];
  for (let cut = 0; cut + 1 < cuts.length; cut++) {
    const end = cuts[cut + 1] ?? total;
    for (let startFrame = cuts[cut] ?? 0; startFrame < end; startFrame += step) {
      const endFrame = Math.min(startFrame + step, end);
      const contentKey = keyOf(document, rate, { startFrame, endFrame }, profile, media, fingerprint);
      segments.push({ index: segments.length, startFrame, endFrame, contentKey });
    }
  }
  return segments;
}

function cutFrames(document: Document, rate: Rate, profile: OutputProfile, total: number): number[] {
  const bottom = document.tracks.find((track) => track.type === 'video');
  const cuts = new Set([0]);
  for (const clip of document.clips) {
    if (!bottom || clip.trackIndex !== bottom.id) continue;
    const frame = outputFrameAt(clipSpan(clip, rate).startFrame, rate, profile);
    if (frame > 0 && frame < total) cuts.add(frame);
  }
  return [...cuts].sort((a, b) => a - b);
}

function keyOf(
  document: Document,
  rate: Rate,
  frames: { startFrame: number; endFrame: number },
  profile: OutputProfile,
  media: MediaTable,
  fingerprint: string,
): string {
  const first = documentFrame(frames.startFrame, rate, profile);
  const last = documentFrame(frames.endFrame - 1, rate, profile);
  const picture = pictureSubDocument(document, rate, first, last + 1, media);
  const shown = shownFrames(frames, first, rate, profile);
  return createHash('sha256').update(canonicalJson({ fingerprint, fontSet, profile, shown, picture })).digest('hex');
}

// With equal rates the count says it all; with another rate the rhythm of repeated frames depends on the phase.
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
