import type { Clip, MediaFacts } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/rendering';
import type { MediaTable } from '../catalog/sub-document.ts';

/** A source on this machine. */
export interface MediaFile {
  path: string;
  facts: MediaFacts;
  /** For previews: the file is a smaller copy of the source, whose pictures are shown as if they had this size. */
  shownAs?: { width: number; height: number };
}

/** Where each source lies on this machine, by the clips' `src`. */
export type MediaFiles = Record<string, MediaFile>;

/** What is known of each source, by the same names. */
export function factsOf(media: MediaFiles): MediaTable {
  return Object.fromEntries(Object.entries(media).map(([src, { facts }]) => [src, facts]));
}

/** A clip's source. Throws `not_found`, naming the clip, when it was not supplied. */
export function fileOf(clip: Clip, media: MediaFiles): MediaFile {
  const file = media[clip.src];
  if (file) return file;
  throw new FramemillError(
    'not_found',
    `Clip ${clip.id} shows "${clip.src}", which is not among the render's media. Upload it and set the clip's src.`,
    { clipId: clip.id, src: clip.src },
  );
}

/** The same error, told about a clip and its source: what a reader of the message needs to find the file. */
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
