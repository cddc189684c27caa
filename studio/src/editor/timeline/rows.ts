import type { Clip, Document, TrackDef } from '@framemill/timeline';

/** One track as a row of the timeline, top first; its clips in order of time. */
export interface Row {
  track: TrackDef;
  clips: readonly Clip[];
}

/** Height of a row, in pixels. */
export const ROW_PX = 52;

/** The rows of a document: what lies on top comes first. */
export function timelineRows({ tracks, clips }: Pick<Document, 'tracks' | 'clips'>): Row[] {
  const byTrack = Map.groupBy(clips, ({ trackIndex }) => trackIndex);
  return tracks.toReversed().map((track) => {
    const own = byTrack.get(track.id) ?? [];
    return { track, clips: own.toSorted((a, b) => a.start - b.start) };
  });
}

/** The clips of a row that show between two times; they do not overlap, so their ends are in order too. */
export function clipsBetween(clips: readonly Clip[], fromSec: number, toSec: number): readonly Clip[] {
  let low = 0;
  let high = clips.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const clip = clips[middle];
    if (clip && clip.start + clip.duration < fromSec) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < clips.length && (clips[end]?.start ?? 0) <= toSec) end += 1;
  return clips.slice(low, end);
}
