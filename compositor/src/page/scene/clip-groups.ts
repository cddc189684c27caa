import { type Clip, type Document, rateOf, shownTracks, transitionWindow } from '@framemill/timeline';

/**
 * Returns the visible clips of a document, bottom first, in groups that are drawn as one image. Neighbours on a track
 * that transitions connect form a group; every other clip is a group of its own.
 */
export function clipGroups(document: Document): Clip[][] {
  const rate = rateOf(document.settings.fps);
  return shownTracks(document).flatMap((track) => {
    const groups: Clip[][] = [];
    for (const [index, { clip }] of track.entries()) {
      const last = groups.at(-1);
      const before = transitionWindow(track, index, rate)?.outgoing?.clip;
      if (last && before && last.at(-1) === before) last.push(clip);
      else groups.push([clip]);
    }
    return groups;
  });
}
