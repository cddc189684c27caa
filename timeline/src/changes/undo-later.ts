import type { Document } from '../document/document.ts';
import { OVERLAP_TOLERANCE_SEC } from '../document/limits.ts';
import { parseDocument } from '../document/parse-document.ts';
import { refuse } from '../errors/refuse.ts';
import type { ChangeSet } from './change-set.ts';
import { undo } from './undo.ts';

/**
 * `undo` on a document that was changed since in other parts. Throws `invalid_request` when what comes back does not fit what is
 * there now: its track is gone, or another clip lies in its place.
 */
export function undoLater(document: Document, changes: ChangeSet): Document {
  const restored = parseDocument(undo(document, changes));
  // Ids of tracks that others made meanwhile must not be given again.
  const lastTrackId = Math.max(document.lastTrackId ?? 0, restored.lastTrackId ?? 0);
  if (document.lastTrackId !== undefined) restored.lastTrackId = lastTrackId;
  const before = new Map(document.clips.map((clip) => [clip.id, clip]));
  const byTrack = Map.groupBy(restored.clips, ({ trackIndex }) => trackIndex);
  for (const [trackIndex, clips] of byTrack) {
    const inOrder = clips.toSorted((a, b) => a.start - b.start);
    for (const [index, clip] of inOrder.entries()) {
      const next = inOrder[index + 1];
      if (!next || next.start >= clip.start + clip.duration - OVERLAP_TOLERANCE_SEC) continue;
      // Two that lay there already are not this undo's doing.
      if (before.get(clip.id) === clip && before.get(next.id) === next) continue;
      throw refuse(
        `Another clip lies there now: ${clip.id} and ${next.id} would overlap on track ${trackIndex}. Move one first.`,
      );
    }
  }
  return restored;
}
