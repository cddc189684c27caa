import type { Document } from '@framemill/timeline';

/** A document as it is heard here: with tracks that are listened to alone, all others are muted. */
export function audibleDocument(document: Document, soloTrackIds: readonly number[]): Document {
  if (soloTrackIds.length === 0) return document;
  const tracks = document.tracks.map((track) =>
    track.muted || soloTrackIds.includes(track.id) ? track : { ...track, muted: true },
  );
  return { ...document, tracks };
}
