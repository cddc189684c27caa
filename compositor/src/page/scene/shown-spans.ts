import { type ClipSpan, clipSpan, type Document, placeClips, rateOf, transitionWindow } from '@framemill/timeline';

/**
 * The frames in which each clip is to be seen or heard, by clip id: its own, and for one that a transition follows those
 * of the transition too.
 */
export function shownSpans(document: Document): Map<string, ClipSpan> {
  const rate = rateOf(document.settings.fps);
  const spans = new Map(document.clips.map((clip) => [clip.id, { ...clipSpan(clip, rate) }]));
  const byTrack = Map.groupBy(
    document.clips.filter((clip) => clip.type !== 'audio'),
    (clip) => clip.trackIndex,
  );
  for (const clips of byTrack.values()) {
    const placed = placeClips(clips, rate);
    for (const index of placed.keys()) {
      const window = transitionWindow(placed, index, rate);
      const outgoing = window?.outgoing && spans.get(window.outgoing.clip.id);
      if (window && outgoing) outgoing.endFrame = Math.max(outgoing.endFrame, window.endFrame);
    }
  }
  return spans;
}
