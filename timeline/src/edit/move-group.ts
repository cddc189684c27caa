import type { Outcome } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { refuse } from '../errors/refuse.ts';
import { checked } from './change-clip.ts';
import { findEditableClip } from './find-clip.ts';
import { firstPlace } from './first-place.ts';
import { movedClip } from './moved-clip.ts';
import { findRoom, findRoomOnOwnTrack, takenSpan } from './place-clip.ts';
import { withFixes } from './with-fixes.ts';

/**
 * Moves a clip to `start`, and the other clips of its group by the same time.
 * Each clip keeps its track if its time is free there; `trackIndex` applies only to the clip itself. Throws
 * `invalid_request` when one of them would start before 0 or is on a locked track.
 */
export function moveGroup(document: Document, clip: Clip, start: number, trackIndex: number | undefined): Outcome {
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
        `start must be ${clip.start - other.start} or more (got ${clip.start + bySec}): clip "${other.id}" of its group would otherwise start before 0. Use ungroupClips to move one clip alone.`,
      );
    }
  }
}

/** Creates a check whether a clip fits on its own track next to `clips`. Each check takes logarithmic time. */
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
