import { Type } from '#typebox';
import { defineCommand, type Outcome } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { LIMITS } from '../document/limits.ts';
import { id, seconds } from '../document/scalars.ts';
import { trackId } from '../document/track.ts';
import { checked, movedClip } from '../edit/change-clip.ts';
import { findEditableClip, findEditableTrack, nameOf } from '../edit/find-clip.ts';
import { firstPlace } from '../edit/first-place.ts';
import { withFixes } from '../edit/fixes.ts';
import { findRoom, findRoomOnOwnTrack, relocateClip, takenSpan } from '../edit/place-clip.ts';
import { refuse } from '../errors/framemill-error.ts';
import { ClipIdParam, StartParam, TrackIndexParam } from './params.ts';

export const moveClip = defineCommand({
  op: 'moveClip',
  description:
    'Moves a clip in time, to another track, or both. Where it would overlap it goes to the next track. The ' +
    'clips of its group move by the same time, on their own tracks.',
  keywords: { move: {}, 'reposition in time': {}, drag: {} },
  params: { clipId: ClipIdParam, start: Type.Optional(StartParam), trackIndex: TrackIndexParam },
  returns: {
    trackIndex: Type.Optional(trackId('Id of the track that it lies on.')),
    movedClipIds: Type.Optional(
      Type.Array(id('A clip.'), { description: 'The other clips of its group, which moved with it.' }),
    ),
  },
  examples: [
    { title: 'Later', params: { clipId: 'title-1', start: 6 }, gives: { trackIndex: 2 } },
    { title: 'To the track above', params: { clipId: 'clip-2', trackIndex: 1 }, gives: { trackIndex: 1 } },
  ],
  run: (document, params) => {
    const { clip } = findEditableClip(document, params.clipId);
    if (params.start === undefined && params.trackIndex === undefined) {
      throw refuse('moveClip changes nothing. Give start, trackIndex or both.');
    }
    const start = params.start ?? clip.start;
    if (clip.groupId !== undefined && start !== clip.start) return moveGroup(document, clip, start, params.trackIndex);
    return relocateClip(document, clip, { ...clip, start }, params.trackIndex);
  },
});

export const reorderClips = defineCommand({
  op: 'reorderClips',
  description:
    'Puts clips of a track into another order: they take the places that they have together, and what lies ' +
    'between and after moves to fit. Transitions stay with their clips.',
  keywords: { 'swap clips': {}, 'change order': {}, rearrange: {}, shuffle: {} },
  params: {
    trackIndex: trackId('Id of the track.'),
    clipIds: Type.Array(id('A clip.'), {
      minItems: 2,
      maxItems: LIMITS.clips,
      description: 'Clips of this track in the order wanted; others keep their place in the row.',
    }),
    gap: Type.Optional(seconds('Empty time between the clips, first to last; the times that there are when absent.')),
  },
  returns: {
    clipIds: Type.Array(id('A clip.'), { description: 'All clips of the track in their order now.' }),
  },
  examples: [
    {
      title: 'The second clip first',
      params: { trackIndex: 0, clipIds: ['clip-2', 'clip-1'] },
      gives: { clipIds: ['clip-2', 'clip-1'] },
    },
    { title: 'With a breath between', params: { trackIndex: 0, clipIds: ['clip-1', 'clip-2'], gap: 0.5 } },
  ],
  run: (document, params) => {
    const track = findEditableTrack(document, params.trackIndex);
    const row = document.clips.filter((clip) => clip.trackIndex === track.id).sort((a, b) => a.start - b.start);
    const known = new Map(row.map((clip) => [clip.id, clip]));
    const wanted = [...new Set(params.clipIds)].map((clipId) => {
      const clip = known.get(clipId);
      if (clip) return clip;
      throw refuse(
        `clipIds: "${clipId}" is not a clip of ${nameOf(track)}. Its clips: ${[...known.keys()].join(', ')}.`,
      );
    });
    if (wanted.length < params.clipIds.length) throw refuse('clipIds contains a clip twice. List each clip once.');
    const reordered = laidOut(row, wanted, params.gap);
    const moved = new Map(reordered.map((clip) => [clip.id, clip]));
    return {
      document: { ...document, clips: document.clips.map((clip) => moved.get(clip.id) ?? clip) },
      data: { clipIds: reordered.map((clip) => clip.id) },
    };
  },
});

/**
 * Returns the clips of a track with the clips `wanted` rearranged, in this order, at the places that they had together.
 * The gaps between the places stay, or become `gapSec` if given.
 */
function laidOut(row: readonly Clip[], wanted: readonly Clip[], gapSec: number | undefined): Clip[] {
  const chosen = new Set(wanted);
  const queue = [...wanted];
  const order = row.map((clip) => (chosen.has(clip) ? (queue.shift() ?? clip) : clip));
  const first = row.findIndex((clip) => chosen.has(clip));
  const last = row.findLastIndex((clip) => chosen.has(clip));
  let at = row[first]?.start ?? 0;
  return order.map((clip, place) => {
    if (place < first) return clip;
    if (place > first) at += place <= last && gapSec !== undefined ? gapSec : gapBefore(row, place);
    const moved = clip.start === at ? clip : movedClip(clip, at);
    at += clip.duration;
    return moved;
  });
}

/**
 * Returns the gap before the clip at index `place`, in seconds. If the clip overlaps the previous one, the gap is 0.
 */
function gapBefore(row: readonly Clip[], place: number): number {
  const before = row[place - 1];
  const own = row[place];
  return before && own ? Math.max(0, own.start - before.start - before.duration) : 0;
}

/**
 * Moves a clip to `start`, and the other clips of its group by the same time. A clip stays on its track if the track is
 * free at the new time; `trackIndex` applies only to the clip itself. Throws `invalid_request` when one of the clips
 * would start before 0 or is on a locked track.
 */
function moveGroup(document: Document, clip: Clip, start: number, trackIndex: number | undefined): Outcome {
  const bySec = start - clip.start;
  const others = document.clips.filter((other) => other.groupId === clip.groupId && other !== clip);
  requireMovable(document, clip, others, bySec);
  const moving = new Set([clip, ...others]);
  const staying = document.clips.filter((other) => !moving.has(other));
  const isFree = freeBeside(staying);
  const moved = new Map<string, Clip>();
  const crowded: Clip[] = [];
  for (const member of moving) {
    // Use the exact requested start: sums of decimals would deviate slightly.
    const wanted = movedClip(member, member === clip ? start : member.start + bySec);
    const leaves = member === clip && trackIndex !== undefined && trackIndex !== clip.trackIndex;
    // Clips of the group do not collide with each other, since all move by the same time.
    if (leaves || !isFree(wanted)) crowded.push(wanted);
    else moved.set(wanted.id, wanted);
  }
  let placed: Document = { ...document, clips: [...staying, ...moved.values()] };
  const fixes: string[] = [];
  for (const wanted of crowded) {
    const room =
      wanted.id === clip.id && trackIndex !== undefined
        ? findRoom(placed, wanted, trackIndex)
        : findRoomOnOwnTrack(placed, wanted);
    const next = checked({ ...wanted, trackIndex: room.trackIndex });
    placed = { ...placed, tracks: room.tracks, clips: [...placed.clips, next] };
    moved.set(next.id, next);
    fixes.push(...room.fixes);
  }
  return {
    document: {
      ...document,
      tracks: placed.tracks,
      clips: document.clips.map((other) => moved.get(other.id) ?? other),
    },
    data: withFixes(
      {
        trackIndex: moved.get(clip.id)?.trackIndex,
        ...(others.length > 0 ? { movedClipIds: others.map(({ id }) => id) } : {}),
      },
      fixes,
    ),
  };
}

function requireMovable(document: Document, clip: Clip, others: readonly Clip[], bySec: number): void {
  const locked = new Set(document.tracks.filter((track) => track.locked).map(({ id }) => id));
  for (const other of others) {
    if (locked.has(other.trackIndex)) findEditableClip(document, other.id);
    if (other.start + bySec < -1e-6) {
      throw refuse(
        `start must be ${clip.start - other.start} or more (got ${clip.start + bySec}): clip "${other.id}" of ` +
          'its group would otherwise start before 0. Use ungroupClips to move one clip alone.',
      );
    }
  }
}

/**
 * Creates a function that checks whether a clip can be on its track without overlapping any of `clips`. Each check
 * takes logarithmic time.
 */
function freeBeside(clips: readonly Clip[]): (clip: Clip) => boolean {
  const byTrack = Map.groupBy(
    clips.toSorted((a, b) => a.start - b.start),
    (clip) => clip.trackIndex,
  );
  return (clip) => {
    const row = byTrack.get(clip.trackIndex) ?? [];
    const { fromSec, toSec } = takenSpan(clip);
    const next = row[firstPlace(row, ({ start, duration }) => start + duration > fromSec)];
    return next === undefined || next.start >= toSec;
  };
}
