import { type Clip, type ClipSpan, type Document, rateOf, shownTracks, transitionWindow } from '@framemill/timeline';

/**
 * Returns the visible clips of a document, bottom first, in groups that are drawn as one image. Neighbouring clips on a
 * track that are connected by transitions form a group; every other clip is a group of its own.
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

/**
 * Returns the range of frames in which each visible clip is shown, by clip id: its own frames and those of the
 * transition after it.
 */
export function shownSpans(document: Document): Map<string, ClipSpan> {
  const rate = rateOf(document.settings.fps);
  const spans = new Map<string, ClipSpan>();
  for (const track of shownTracks(document)) {
    for (const { clip, span } of track) spans.set(clip.id, { ...span });
    for (const index of track.keys()) {
      const window = transitionWindow(track, index, rate);
      const outgoing = window?.outgoing && spans.get(window.outgoing.clip.id);
      if (window && outgoing) outgoing.endFrame = Math.max(outgoing.endFrame, window.endFrame);
    }
  }
  return spans;
}
