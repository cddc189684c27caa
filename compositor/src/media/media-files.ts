import type { Clip, MediaFacts } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/rendering';
import type { MediaTable } from '../plan/sub-document.ts';

/** Local file of a source, with the probed metadata of the source (size, duration and so on). */
export interface MediaFile {
  path: string;
  facts: MediaFacts;
  /** Display size of the source in pixels, if the file is a smaller preview proxy of it. */
  shownAs?: { width: number; height: number };
}

/** Local file of each source, by the clips' `src`. */
export type MediaFiles = Record<string, MediaFile>;

/** Returns the metadata of each source, by the clips' `src`. */
export function factsOf(media: MediaFiles): MediaTable {
  return Object.fromEntries(Object.entries(media).map(([src, { facts }]) => [src, facts]));
}

/** Returns the file of a clip's source. Throws `not_found`, with the clip's id, when it was not supplied. */
export function fileOf(clip: Clip, media: MediaFiles): MediaFile {
  const file = media[clip.src];
  if (file) return file;
  throw new FramemillError(
    'not_found',
    `Clip ${clip.id} shows "${clip.src}", which is not among the render's media. Upload it and set the clip's src.`,
    { clipId: clip.id, src: clip.src },
  );
}

/** Wraps an error with the clip and source it concerns, so that a reader of the message can find the file. */
export function aboutClip(clip: Clip, media: MediaFiles, cause: unknown): FramemillError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof FramemillError ? cause.code : 'internal_error';
  const details = cause instanceof FramemillError ? cause.details : {};
  const sha256 = media[clip.src]?.facts.sha256;
  return new FramemillError(
    code,
    `Clip ${clip.id} ("${clip.src}"): ${reason}`,
    { ...details, clipId: clip.id, src: clip.src, sha256 },
    { cause },
  );
}
