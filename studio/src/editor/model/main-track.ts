import type { Document, TrackDef } from '@framemill/timeline';

/**
 * Returns the main track for files of a kind: the lowest video track, or for audio the lowest audio track. Locked
 * tracks do not count; undefined when there is no other.
 */
export function mainTrack({ tracks }: Pick<Document, 'tracks'>, kind: string | null): TrackDef | undefined {
  const type = kind === 'audio' ? 'audio' : 'video';
  return tracks.find((track) => track.type === type && !track.locked);
}

/** Returns the end of the last clip of a track, in seconds; 0 for an empty track. */
export function trackEndSec({ clips }: Pick<Document, 'clips'>, trackId: number): number {
  let endSec = 0;
  for (const { trackIndex, start, duration } of clips) {
    if (trackIndex === trackId) endSec = Math.max(endSec, start + duration);
  }
  return endSec;
}
