import type { Outcome } from '../commands/define-command.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { checked } from './change-clip.ts';
import { findEditableClip } from './find-clip.ts';
import { findRoom, findRoomOnOwnTrack } from './place-clip.ts';
import { refuse } from './refuse.ts';
import { withFixes } from './with-fixes.ts';

/**
 * Moves a clip to `start`, and the other clips of its group by the same time. Each keeps its track where there is room;
 * `trackIndex` is for the clip itself. Throws when one of them would start before 0 or lies on a locked track.
 */
export function moveGroup(document: Document, clip: Clip, start: number, trackIndex: number | undefined): Outcome {
  const bySec = start - clip.start;
  const others = document.clips.filter((other) => other.groupId === clip.groupId && other !== clip);
  for (const other of others) requireMovable(document, clip, other, bySec);
  const moving = new Set([clip, ...others]);
  let placed: Document = { ...document, clips: document.clips.filter((other) => !moving.has(other)) };
  const moved = new Map<string, Clip>();
  const fixes: string[] = [];
  for (const member of moving) {
    // Exactly where it was asked for: sums of decimals would be a hair off.
    const wanted = { ...member, start: member === clip ? start : Math.max(0, member.start + bySec) };
    const room =
      member === clip && trackIndex !== undefined
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

function requireMovable(document: Document, clip: Clip, other: Clip, bySec: number): void {
  findEditableClip(document, other.id);
  if (other.start + bySec < -1e-6) {
    throw refuse(
      `start must be ${clip.start - other.start} or more (got ${clip.start + bySec}): clip "${other.id}" of its group would start before 0. Use ungroupClips to move it alone.`,
    );
  }
}
