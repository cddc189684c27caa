import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { nameOf } from './find-clip.ts';

/**
 * Returns the clips that may be changed, for commands that affect the whole project.
 * Clips on locked tracks are left out, and each such track is named in `fixes`.
 */
export function unlockedClips(document: Document, clips: readonly Clip[]): { clips: Clip[]; fixes: string[] } {
  const locked = new Map(document.tracks.filter((track) => track.locked).map((track) => [track.id, track]));
  const left = Map.groupBy(
    clips.filter((clip) => locked.has(clip.trackIndex)),
    (clip) => clip.trackIndex,
  );
  const fixes = [...left].flatMap(([trackIndex, skipped]) => {
    const track = locked.get(trackIndex);
    return track ? [`${skipped.length} clips on ${nameOf(track)}, which is locked, were left as they are.`] : [];
  });
  return { clips: clips.filter((clip) => !locked.has(clip.trackIndex)), fixes };
}
