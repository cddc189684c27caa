import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { LIMITS, OVERLAP_TOLERANCE_SEC } from '../document/limits.ts';
import { id, positiveSeconds, seconds } from '../document/scalars.ts';
import { trackId } from '../document/track.ts';
import { checked, movedClip } from '../edit/change-clip.ts';
import { duckUnderParts } from '../edit/clip-parts.ts';
import { findEditableTrack, nameOf } from '../edit/find-clip.ts';
import { firstPlace } from '../edit/first-place.ts';
import { withFixes } from '../edit/fixes.ts';
import { refuseWhenFull } from '../edit/insert-clip.ts';
import { partOfClip } from '../edit/part-of-clip.ts';
import { frameOf, type Rate, rateOf } from '../time.ts';

export const insertGap = defineCommand({
  op: 'insertGap',
  description:
    'Makes room: what lies after a moment moves later, and a clip across it is cut in two. Without trackIndices ' +
    'on every track, the markers too.',
  keywords: { 'make space': {}, 'push later': {}, 'insert pause': {} },
  params: {
    at: seconds('Where the room begins on the timeline.'),
    duration: positiveSeconds('How much room.'),
    trackIndices: Type.Optional(
      Type.Array(trackId('Id of a track.'), {
        minItems: 1,
        maxItems: LIMITS.tracks,
        description: 'Tracks to make room on; all that are not locked when absent.',
      }),
    ),
  },
  returns: {
    moved: Type.Integer({ description: 'How many clips were moved, parts of cut ones included.' }),
    clipIds: Type.Array(id('A part.'), { description: 'New clips: the second parts of those that were cut.' }),
  },
  examples: [
    {
      title: 'Two seconds before the second clip',
      params: { at: 5, duration: 2, trackIndices: [0] },
      gives: { moved: 1 },
    },
    { title: 'On every track', params: { at: 5, duration: 2 }, gives: { moved: 2 } },
  ],
  run: (document, params, context) => {
    const rate = rateOf(document.settings.fps);
    const { tracks, fixes } = tracksFor(document, params.trackIndices);
    const isAcross = (clip: Clip) => tracks.has(clip.trackIndex) && crosses(clip, params.at, rate);
    refuseWhenFull(document, document.clips.filter(isAcross).length);
    /** New id of the second part of each clip that is cut, by the clip's id. */
    const partIds = new Map<string, string>();
    let moved = 0;
    const later = (clip: Clip): Clip => {
      moved += 1;
      return movedClip(clip, clip.start + params.duration);
    };
    const clips = document.clips.flatMap((clip) => {
      if (!tracks.has(clip.trackIndex)) return [clip];
      if (!isAcross(clip)) return [liesAfter(clip, params.at) ? later(clip) : clip];
      const right = partOfClip(clip, params.at, clip.start + clip.duration, context.newId('clip'), rate);
      partIds.set(clip.id, right.id);
      return [checked(partOfClip(clip, clip.start, params.at, clip.id, rate)), later(right)];
    });
    const ducked = [...partIds].reduce((all, [id, partId]) => duckUnderParts(all, id, [partId]), clips);
    const next: Document = { ...document, clips: ducked };
    if (!params.trackIndices && document.markers) {
      next.markers = document.markers.map((marker) =>
        marker.time < params.at ? marker : { ...marker, time: Math.min(LIMITS.seconds, marker.time + params.duration) },
      );
    }
    return { document: next, data: withFixes({ moved, clipIds: [...partIds.values()] }, fixes) };
  },
});

function tracksFor(
  document: Document,
  wanted: readonly number[] | undefined,
): { tracks: Set<number>; fixes: string[] } {
  if (wanted) return { tracks: new Set(wanted.map((one) => findEditableTrack(document, one).id)), fixes: [] };
  const locked = document.tracks.filter((track) => track.locked);
  return {
    tracks: new Set(document.tracks.filter((track) => !track.locked).map(({ id }) => id)),
    fixes: locked.map((track) => `${nameOf(track)} is locked; its clips stay where they are.`),
  };
}

/** Whether the time `at` is inside a clip, so that a cut there gives two parts of at least one frame. */
function crosses(clip: Clip, at: number, rate: Rate): boolean {
  const atFrame = frameOf(at, rate);
  return frameOf(clip.start, rate) < atFrame && atFrame < frameOf(clip.start + clip.duration, rate);
}

/** Whether a clip that is not cut counts as later than `at`: at least half of it is after `at`. */
function liesAfter(clip: Clip, at: number): boolean {
  return clip.start + clip.duration / 2 >= at;
}

export const closeGaps = defineCommand({
  op: 'closeGaps',
  description:
    'Moves clips up so that no empty time is left before or between them. On one track its own gaps; without ' +
    'trackIndex those that all tracks share, so that pictures, texts and sounds stay together, markers too.',
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
    const { tracks, fixes } = tracksFor(document, params.trackIndex === undefined ? undefined : [params.trackIndex]);
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

/**
 * Returns the ranges, in order, in which no clip plays, up to the start of the last clip. Shorter ranges than
 * `longerThanSec` are left out.
 */
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

/** Range of the timeline that is removed, in seconds. */
export interface ClosedStretch {
  startSec: number;
  lengthSec: number;
}

/**
 * Returns a function that computes by how many seconds a time moves earlier when ranges are removed: the sum of the
 * removed time before it. The ranges must be in order and must not overlap. Each call takes logarithmic time.
 */
export function closedTime(stretches: readonly ClosedStretch[]): (sec: number) => number {
  const before: number[] = [];
  let sum = 0;
  for (const { lengthSec } of stretches) {
    before.push(sum);
    sum += lengthSec;
  }
  return (sec) => {
    const place = firstPlace(stretches, ({ startSec }) => startSec >= sec) - 1;
    const last = stretches[place];
    return last ? (before[place] ?? 0) + Math.min(last.lengthSec, sec - last.startSec) : 0;
  };
}
