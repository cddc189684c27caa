import type { Document } from '../document/document.ts';
import type { TrackDef } from '../document/track.ts';

type Tracked = Pick<Document, 'tracks' | 'lastTrackId'>;

/** Returns a track id that was never used, so that a stale reference to a removed track cannot match a new one. */
export function nextTrackId(document: Tracked): number {
  return lastTrackId(document) + 1;
}

/**
 * Removes tracks from the document: `tracks` are those that remain. Stores the highest used id in `lastTrackId` if its
 * track is removed.
 */
export function withoutTracks(document: Document, tracks: TrackDef[]): Document {
  const last = lastTrackId(document);
  const { lastTrackId: _, ...rest } = document;
  return lastTrackId({ tracks }) === last ? { ...rest, tracks } : { ...rest, tracks, lastTrackId: last };
}

/** Returns the highest track id ever used; -1 when there was none. */
function lastTrackId({ tracks, lastTrackId: gone = -1 }: Tracked): number {
  return tracks.reduce((highest, track) => Math.max(highest, track.id), gone);
}
