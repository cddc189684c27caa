import type { Document } from '@framemill/timeline';

/** Returns the document with solo applied: when tracks are soloed, all others are muted. */
export function audibleDocument(document: Document, soloTrackIds: readonly number[]): Document {
  if (soloTrackIds.length === 0) return document;
  const tracks = document.tracks.map((track) =>
    track.muted || soloTrackIds.includes(track.id) ? track : { ...track, muted: true },
  );
  return { ...document, tracks };
}
