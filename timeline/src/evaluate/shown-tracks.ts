import type { Document } from '../document/document.ts';
import { rateOf } from '../time/rate.ts';
import { type PlacedClip, placeClips } from './transition-window.ts';

/**
 * Returns the clips of the visible tracks, bottom first, without audio clips. The clips of a track are sorted by start.
 */
export function shownTracks(document: Document): PlacedClip[][] {
  const rate = rateOf(document.settings.fps);
  const visible = document.clips.filter((clip) => clip.type !== 'audio');
  const byTrack = Map.groupBy(visible, (clip) => clip.trackIndex);
  return document.tracks.filter((track) => track.visible).map((track) => placeClips(byTrack.get(track.id) ?? [], rate));
}
