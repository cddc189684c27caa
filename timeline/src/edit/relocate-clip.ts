import type { Outcome } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { withClip } from './change-clip.ts';
import { findRoom, findRoomOnOwnTrack } from './place-clip.ts';
import { withFixes } from './with-fixes.ts';

/**
 * Replaces `clip` by `next`, which may have another start or duration.
 * Looks for free time on the tracks when the time changed or a `trackIndex` is requested; `data` then has the
 * trackIndex. Otherwise the clip keeps its track.
 */
export function relocateClip(document: Document, clip: Clip, next: Clip, trackIndex: number | undefined): Outcome {
  const index = document.clips.indexOf(clip);
  const moved = next.start !== clip.start || next.duration !== clip.duration;
  if (trackIndex === undefined && !moved) return { document: withClip(document, index, next) };
  const room =
    trackIndex === undefined
      ? findRoomOnOwnTrack(document, { ...next, trackIndex: clip.trackIndex })
      : findRoom(document, next, trackIndex, clip.id);
  const changed = withClip(document, index, { ...next, trackIndex: room.trackIndex });
  return {
    document: { ...changed, tracks: room.tracks },
    data: withFixes({ trackIndex: room.trackIndex }, room.fixes),
  };
}
