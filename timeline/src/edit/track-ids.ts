import type { Document } from '../document/document.ts';
import type { TrackDef } from '../document/track.ts';

type Tracked = Pick<Document, 'tracks' | 'lastTrackId'>;

/** An id that no track of the document has or had: who kept the id of a removed track must not mean another one with it. */
export function nextTrackId(document: Tracked): number {
  return lastTrackId(document) + 1;
}

/** The document with fewer tracks. It remembers the highest id when that goes. */
export function withoutTracks(document: Document, tracks: TrackDef[]): Document {
  const last = lastTrackId(document);
  const { lastTrackId: _, ...rest } = document;
  return lastTrackId({ tracks }) === last ? { ...rest, tracks } : { ...rest, tracks, lastTrackId: last };
}

/** The highest id that was given to a track; -1 when there was none. */
function lastTrackId({ tracks, lastTrackId: gone = -1 }: Tracked): number {
  return tracks.reduce((highest, track) => Math.max(highest, track.id), gone);
}
