import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { LIMITS } from '../document/limits.ts';
import { id, positiveSeconds, seconds } from '../document/scalars.ts';
import { trackId } from '../document/track.ts';
import { checked } from '../edit/change-clip.ts';
import { duckUnderParts } from '../edit/duck-under-parts.ts';
import { findEditableTrack, nameOf } from '../edit/find-clip.ts';
import { movedClip } from '../edit/moved-clip.ts';
import { partOfClip } from '../edit/part-of-clip.ts';
import { refuseWhenFull } from '../edit/refuse-when-full.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { frameOf, type Rate, rateOf } from '../time/rate.ts';

export const insertGap = defineCommand({
  op: 'insertGap',
  description:
    'Makes room: what lies after a moment moves later, and a clip across it is cut in two. Without trackIndices on every track, the markers too.',
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
    /** Id of the new second part by the id of the clip that was cut. */
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

/** Whether a cut at `at` leaves both parts at least one frame long. */
function crosses(clip: Clip, at: number, rate: Rate): boolean {
  const atFrame = frameOf(at, rate);
  return frameOf(clip.start, rate) < atFrame && atFrame < frameOf(clip.start + clip.duration, rate);
}

/** Whether an uncut clip counts as being after `at`: at least half of it is after this time. */
function liesAfter(clip: Clip, at: number): boolean {
  return clip.start + clip.duration / 2 >= at;
}
