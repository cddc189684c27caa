import type { Outcome } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import { insertClip } from './insert-clip.ts';
import { mediaForClip } from './media-for-clip.ts';
import { wantedTrack } from './track-for-clip.ts';
import { withFixes } from './with-fixes.ts';

const MOVES = 'The picture moves, so the clip is of type video and repeats.';

/** Fields of a new sticker, without its type. */
export type NewSticker = Pick<Clip, 'src' | 'start' | 'duration'> & Partial<Omit<Clip, 'type'>>;

/**
 * Adds an image on top of the video, at its own size.
 * An animated image (GIF, APNG, animated WebP) becomes a looping video clip, which is reported in `fixes`. Throws
 * `invalid_request` for sources that are not images.
 */
export function insertSticker(
  document: Document,
  wanted: NewSticker,
  trackIndex: number | undefined,
  { media, newId }: { media: MediaLookup; newId: (kind: 'clip') => string },
): Outcome {
  const facts = media(wanted.src);
  if (facts?.kind !== 'video' || !facts.mimeType.startsWith('image/')) {
    mediaForClip(wanted.src, 'sticker', media);
    return insertClip(document, { type: 'sticker', ...wanted }, trackIndex, () => newId('clip'));
  }
  const moving = {
    type: 'video',
    fit: 'none',
    loop: true,
    mediaDuration: facts.durationSec ?? wanted.duration,
  } as const;
  const onTop = trackIndex ?? wantedTrack(document, 'sticker', undefined).track?.id;
  const { document: added, data = {} } = insertClip(document, { ...moving, ...wanted }, onTop, () => newId('clip'));
  const placed: readonly string[] = Array.isArray(data.fixes) ? data.fixes : [];
  return { document: added, data: withFixes(data, [...placed, MOVES]) };
}
