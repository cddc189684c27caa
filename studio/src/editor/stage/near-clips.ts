import type { Clip, Document } from '@framemill/timeline';

/**
 * Maximum number of clips in a document that the stage (the preview frame) lays out completely. In larger documents the
 * stage lays out a part of the timeline, in sections of `AROUND_SEC` seconds.
 */
const MOST_CLIPS = 300;
const AROUND_SEC = 20;

/**
 * Returns the start in seconds of the `AROUND_SEC` long section that contains a time. The stage also lays out the
 * section before and the one after it. The playhead is thus at least `AROUND_SEC` seconds from either edge of the part
 * that is laid out.
 */
export function stretchOf(timeSec: number): number {
  return Math.floor(timeSec / AROUND_SEC) * AROUND_SEC;
}

/**
 * Returns the part of a document that the stage lays out around the section at `stretchSec`. A document with few clips
 * is returned unchanged. Otherwise the part has only the clips nearby and the clip that ends last, so that the duration
 * stays the same.
 */
export function nearClips(document: Document, stretchSec: number): Document {
  if (document.clips.length <= MOST_CLIPS) return document;
  let last: Clip | null = null;
  for (const clip of document.clips) if (!last || clip.start + clip.duration > last.start + last.duration) last = clip;
  const [from, to] = [stretchSec - AROUND_SEC, stretchSec + 2 * AROUND_SEC];
  const clips = document.clips.filter(
    (clip) => clip === last || (clip.start < to && clip.start + clip.duration > from),
  );
  return { ...document, clips };
}
