import type { Clip, Document } from '@framemill/timeline';

/** Clips that a stage lays out whole, and how much time around the playhead it lays out of longer films, in seconds. */
const MOST_CLIPS = 300;
const AROUND_SEC = 20;

/** Where the stretch begins that holds a time: stretches are half as long as what is laid out, so that the playhead is well inside. */
export function stretchOf(timeSec: number): number {
  return Math.floor(timeSec / AROUND_SEC) * AROUND_SEC;
}

/**
 * What the stage has to lay out of a document around `stretchSec`: all of a short one; of one with many clips those near by, and
 * the one that ends last, which keeps the film as long as it is.
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
