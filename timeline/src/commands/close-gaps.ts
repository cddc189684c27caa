import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { OVERLAP_TOLERANCE_SEC } from '../document/limits.ts';
import { seconds } from '../document/scalars.ts';
import { trackId } from '../document/track.ts';
import { type ClosedStretch, closedTime } from '../edit/closed-time.ts';
import { findEditableTrack, nameOf } from '../edit/find-clip.ts';
import { movedClip } from '../edit/moved-clip.ts';
import { withFixes } from '../edit/with-fixes.ts';

export const closeGaps = defineCommand({
  op: 'closeGaps',
  description:
    'Moves clips up so that no empty time is left before or between them. On one track its own gaps; without trackIndex those that all tracks share, so that pictures, texts and sounds stay together, markers too.',
  keywords: { 'remove gaps': {}, 'snap together': {} },
  params: {
    trackIndex: Type.Optional(trackId('Id of the track; every track that is not locked, as one, when absent.')),
    minGap: Type.Optional(seconds('Shorter gaps stay; 0 when absent.')),
  },
  returns: {
    closed: Type.Integer({ description: 'How many gaps were closed.' }),
    closedSec: seconds('How much time they took together.'),
  },
  examples: [{ title: 'The texts from the start', params: { trackIndex: 2 }, gives: { closed: 1, closedSec: 1 } }],
  run: (document, params) => {
    const { tracks, fixes } = tracksFor(document, params.trackIndex);
    const affected = document.clips.filter((clip) => tracks.has(clip.trackIndex));
    const gaps = gapsBetween(affected, Math.max(params.minGap ?? 0, OVERLAP_TOLERANCE_SEC));
    const closedSec = gaps.reduce((sum, gap) => sum + gap.lengthSec, 0);
    const data = withFixes({ closed: gaps.length, closedSec }, fixes);
    if (gaps.length === 0) return { document, data };
    const closedBefore = closedTime(gaps);
    const clips = document.clips.map((clip) => {
      const bySec = tracks.has(clip.trackIndex) ? closedBefore(clip.start) : 0;
      return bySec === 0 ? clip : movedClip(clip, clip.start - bySec);
    });
    const next: Document = { ...document, clips };
    if (params.trackIndex === undefined && document.markers) {
      // A marker inside a gap moves to the position of the closed gap.
      next.markers = document.markers.map((marker) => {
        const bySec = closedBefore(marker.time);
        return bySec === 0 ? marker : { ...marker, time: marker.time - bySec };
      });
    }
    return { document: next, data };
  },
});

function tracksFor(document: Document, wanted: number | undefined): { tracks: Set<number>; fixes: string[] } {
  if (wanted !== undefined) return { tracks: new Set([findEditableTrack(document, wanted).id]), fixes: [] };
  const locked = document.tracks.filter((track) => track.locked);
  return {
    tracks: new Set(document.tracks.filter((track) => !track.locked).map(({ id }) => id)),
    fixes: locked.map((track) => `${nameOf(track)} is locked; its clips stay where they are.`),
  };
}

/** Returns the ranges before the last clip's start in which no clip plays, in order. */
function gapsBetween(clips: readonly Clip[], longerThanSec: number): ClosedStretch[] {
  const gaps: ClosedStretch[] = [];
  let endSec = 0;
  for (const clip of clips.toSorted((a, b) => a.start - b.start)) {
    const lengthSec = clip.start - endSec;
    if (lengthSec > longerThanSec) gaps.push({ startSec: endSec, lengthSec });
    endSec = Math.max(endSec, clip.start + clip.duration);
  }
  return gaps;
}
