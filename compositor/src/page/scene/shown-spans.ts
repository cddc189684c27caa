import { type ClipSpan, type Document, rateOf, shownTracks, transitionWindow } from '@framemill/timeline';

/**
 * Returns the frames in which each visible clip is shown, by clip id: its own frames and those of a transition that
 * follows it.
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
