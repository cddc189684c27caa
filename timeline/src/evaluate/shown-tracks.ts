import type { Document } from '../document/document.ts';
import { rateOf } from '../time/rate.ts';
import { type PlacedClip, placeClips } from './transition-window.ts';

/** The clips that a document shows: its visible tracks, bottom first, each with its clips but sounds by start. */
export function shownTracks(document: Document): PlacedClip[][] {
  const rate = rateOf(document.settings.fps);
  const visible = document.clips.filter((clip) => clip.type !== 'audio');
  const byTrack = Map.groupBy(visible, (clip) => clip.trackIndex);
  return document.tracks.filter((track) => track.visible).map((track) => placeClips(byTrack.get(track.id) ?? [], rate));
}
