import type { Clip, Document } from '@framemill/timeline';

/**
 * Maximum number of clips in a document that the stage (the preview frame) lays out completely. In larger documents the
 * stage lays out a part of the timeline, in sections of `AROUND_SEC` seconds.
 */
const MOST_CLIPS = 300;
const AROUND_SEC = 20;

/**
 * Returns the start of the timeline section that contains a time, in seconds. A section is `AROUND_SEC` seconds long.
 * The preview loads this section, the one before and the one after it, so the playhead is at least `AROUND_SEC` seconds
 * from either end of the loaded part.
 */
export function stretchOf(timeSec: number): number {
  return Math.floor(timeSec / AROUND_SEC) * AROUND_SEC;
}

/**
 * Returns the part of a document that the preview loads for the timeline section that starts at `stretchSec`. A
 * document with few clips is returned unchanged. Otherwise the part has only the clips near this section, and the clip
 * that ends last, so that the duration of the document stays the same.
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
