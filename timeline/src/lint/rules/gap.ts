import type { Document } from '../../document/document.ts';
import { clipSpan } from '../../time/clip-span.ts';
import { rateOf, secondsOf } from '../../time/rate.ts';
import type { LintRule } from './rule.ts';

/** Stretches between clips in which no video track shows anything, so that the background is seen. */
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
        message: `No video from ${fromSec.toFixed(2)} s on for ${seconds} s: the background shows. Close the gap if it is not meant.`,
      };
    }
    covered = Math.max(covered, endFrame);
  }
};

function shownSpans(document: Document) {
  const rate = rateOf(document.settings.fps);
  const tracks = new Set(
    document.tracks.filter((track) => track.type === 'video' && track.visible).map(({ id }) => id),
  );
  return document.clips
    .filter((clip) => tracks.has(clip.trackIndex) && clip.type !== 'audio')
    .map((clip) => clipSpan(clip, rate))
    .sort((a, b) => a.startFrame - b.startFrame);
}
