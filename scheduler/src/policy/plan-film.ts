import {
  audioKey,
  copiedFramesOf,
  type MediaTable,
  type OutputProfile,
  planCopy,
  planSegments,
  type SegmentPlan,
  segmentCosts,
} from '@framemill/compositor/catalog';
import type { Document } from '@framemill/timeline';
import type { Engine } from './choose-engine.ts';

/** A film to be rendered: the document, what it becomes, and the facts of its media. */
export interface Film {
  readonly document: Document;
  readonly profile: OutputProfile;
  readonly facts: MediaTable;
}

/** A segment with what it costs, an estimate: milliseconds of one thread. */
export interface CostedSegment extends SegmentPlan {
  readonly costMs: number;
}

/** What an engine makes of a film. */
export interface FilmPlan {
  readonly totalFrames: number;
  /** How many of them are a source's own, not encoded again. */
  readonly copiedFrames: number;
  /** None when a source is copied, and for a format without pictures. */
  readonly segments: readonly CostedSegment[];
  /** Content key of the sound that is mixed; null: none is. */
  readonly audio: string | null;
}

/** Cuts a film into segments for an engine, or copies its source. Throws what the compositor throws of a film that cannot be rendered. */
export function planFilm(
  { document, profile, facts }: Film,
  engine: Pick<Engine, 'fingerprint' | 'copies' | 'smart'>,
): FilmPlan {
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
