import {
  audioKey,
  copiedFramesOf,
  type MediaTable,
  type OutputProfile,
  planCopy,
  planSegments,
  type SegmentPlan,
  segmentCosts,
} from '@framemill/compositor/plan';
import type { Document } from '@framemill/timeline';
import type { Engine } from './choose-engine.ts';

/** Video to be rendered: the document, its output profile, and the metadata of its media (`facts`). */
export interface Film {
  readonly document: Document;
  readonly profile: OutputProfile;
  readonly facts: MediaTable;
}

/** Segment with its estimated cost, in milliseconds of one thread. */
export interface CostedSegment extends SegmentPlan {
  readonly costMs: number;
}

/** Plan of a video for one engine (render program version and machine type). */
export interface VideoPlan {
  readonly totalFrames: number;
  /** Number of frames that are copied from a source instead of being encoded again. */
  readonly copiedFrames: number;
  /** Segments of the video; empty when a source is copied, and for a format without video. */
  readonly segments: readonly CostedSegment[];
  /** Content key of the audio mix; null: no audio is mixed. */
  readonly audio: string | null;
}

/**
 * Cuts a video into segments for an engine, or plans a copy of its source. Throws the errors of the compositor for a
 * video that cannot be rendered.
 */
export function planVideo(
  { document, profile, facts }: Film,
  engine: Pick<Engine, 'fingerprint' | 'copies' | 'smart'>,
): VideoPlan {
  const audio = audioKey(document, profile, facts, engine.fingerprint);
  const copy = engine.copies ? planCopy(document, profile, facts) : null;
  if (copy) {
    const { frames, sound: mix } = copy;
    return { totalFrames: frames, copiedFrames: frames, segments: [], audio: mix === 'mix' ? audio : null };
  }
  const planned = engine.smart ? profile : { ...profile, smart: false };
  const segments = planSegments(document, planned, facts, engine.fingerprint);
  const costs = segmentCosts(document, profile, facts, segments);
  const costed = segments.map((segment, position) => ({ ...segment, costMs: costs[position] ?? 0 }));
  const totalFrames = segments.reduce((sum, { startFrame, endFrame }) => sum + endFrame - startFrame, 0);
  return { totalFrames, copiedFrames: copiedFramesOf(segments), segments: costed, audio };
}
