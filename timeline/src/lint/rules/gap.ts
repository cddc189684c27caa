import type { Document } from '../../document/document.ts';
import { shownTracks } from '../../evaluate/shown-tracks.ts';
import { transitionWindow } from '../../evaluate/transition-window.ts';
import type { ClipSpan } from '../../time/clip-span.ts';
import { rateOf, secondsOf } from '../../time/rate.ts';
import type { LintRule } from './rule.ts';

/** Finds gaps between clips in which no video track is visible, so that the background shows. */
export const gap: LintRule = function* (document) {
  const rate = rateOf(document.settings.fps);
  let covered = 0;
  for (const { startFrame, endFrame } of shownSpans(document)) {
    if (startFrame > covered) {
      const fromSec = secondsOf(covered, rate);
      const seconds = secondsOf(startFrame - covered, rate).toFixed(2);
      yield {
        severity: 'note',
        time: fromSec,
        message: `No video from ${fromSec.toFixed(2)} s on for ${seconds} s: only the background is visible. Close the gap if it is unintended.`,
      };
    }
    covered = Math.max(covered, endFrame);
  }
};

// A transition shows the previous clip until it starts, so the time between the two clips is no gap.
function shownSpans(document: Document): ClipSpan[] {
  const rate = rateOf(document.settings.fps);
  const tracks = document.tracks.filter((track) => track.type === 'video');
  return shownTracks({ ...document, tracks })
    .flatMap((track) =>
      track.map(({ span }, index): ClipSpan => {
        const before = transitionWindow(track, index, rate)?.outgoing?.span.endFrame ?? span.startFrame;
        return { ...span, startFrame: Math.min(span.startFrame, before) };
      }),
    )
    .sort((a, b) => a.startFrame - b.startFrame);
}
