import { hasVolume } from '../../audio/has-volume.ts';
import type { Document } from '../../document/document.ts';
import { durationSec } from '../../time/clip-span.ts';
import type { LintContext } from '../lint-entry.ts';
import type { LintRule } from './rule.ts';

/** Minimum length of a reported silence; anything shorter is a pause. Seconds. */
const SHORTEST_SEC = 1;

/** Finds silent ranges in a project with audio, and audio clips that are inaudible. */
export const silence: LintRule = function* (document, context) {
  const audible = audibleSpans(document, context);
  if (audible.length === 0) return;
  let covered = 0;
  for (const { start, end } of [...audible, { start: durationSec(document), end: durationSec(document) }]) {
    if (start - covered >= SHORTEST_SEC) {
      yield {
        severity: 'note',
        time: covered,
        message: `No audio from ${covered.toFixed(2)} s on for ${(start - covered).toFixed(2)} s. Lengthen the music or unmute a clip if this is unintended.`,
      };
    }
    covered = Math.max(covered, end);
  }
  for (const clip of document.clips) {
    if (clip.type !== 'audio' || clip.muted || hasVolume(clip)) continue;
    yield {
      severity: 'note',
      time: clip.start,
      clipId: clip.id,
      message: `Audio clip ${clip.id} has volume 0 and is inaudible. Raise its volume or remove it.`,
    };
  }
};

/** Returns the ranges in which audio is audible, by start. A source is silent after its end. */
function audibleSpans(document: Document, { media }: LintContext): { start: number; end: number }[] {
  const muted = new Set(document.tracks.filter((track) => track.muted).map(({ id }) => id));
  return document.clips
    .flatMap((clip) => {
      if ((clip.type !== 'audio' && clip.type !== 'video') || clip.muted || muted.has(clip.trackIndex)) return [];
      if (clip.freezeAt !== null || !hasVolume(clip)) return [];
      const facts = media(clip.src);
      if (!facts?.hasAudio) return [];
      const left = facts.durationSec === null || clip.loop || clip.kfSpeed ? null : facts.durationSec - clip.mediaStart;
      const length = left === null || clip.reverse ? clip.duration : Math.min(clip.duration, left / clip.speed);
      return length > 0 ? [{ start: clip.start, end: clip.start + length }] : [];
    })
    .sort((a, b) => a.start - b.start);
}
