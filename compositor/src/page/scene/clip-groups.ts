import { type Clip, clipSpan, type Document, rateOf } from '@framemill/timeline';

/** How far two clips of a track may lie apart, or overlap, and still be neighbours for a transition. Frames. */
const tolerance = 1;

/**
 * The visible clips of a document, bottom first, in groups that are drawn as one picture: neighbours of a track that
 * transitions join, and every other clip alone.
 */
export function clipGroups(document: Document): Clip[][] {
  const rate = rateOf(document.settings.fps);
  const byTrack = Map.groupBy(document.clips, (clip) => clip.trackIndex);
  return document.tracks
    .filter((track) => track.visible)
    .flatMap((track) => {
      const clips = (byTrack.get(track.id) ?? []).filter((clip) => clip.type !== 'audio');
      const groups: Clip[][] = [];
      for (const clip of clips.toSorted((a, b) => a.start - b.start)) {
        const last = groups.at(-1);
        const before = last?.at(-1);
        const follows =
          before && Math.abs(clipSpan(before, rate).endFrame - clipSpan(clip, rate).startFrame) <= tolerance;
        if (last && follows && clip.transition && clip.transition.edge !== 'out') last.push(clip);
        else groups.push([clip]);
      }
      return groups;
    });
}
