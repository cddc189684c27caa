import type { Document } from '../document/document.ts';
import { OVERLAP_TOLERANCE_SEC } from '../document/limits.ts';
import { parseDocument } from '../document/parse-document.ts';
import { refuse } from '../errors/refuse.ts';
import type { ChangeSet } from './change-set.ts';
import { undo } from './undo.ts';

/**
 * Applies `undo` to a document whose other parts have changed since.
 * Throws `invalid_request` when a restored clip does not fit the current document: its track no longer exists, or
 * another clip overlaps its place.
 */
export function undoLater(document: Document, changes: ChangeSet): Document {
  const restored = parseDocument(undo(document, changes));
  // Ids of tracks created in the meantime must not be reused.
  const lastTrackId = Math.max(document.lastTrackId ?? 0, restored.lastTrackId ?? 0);
  if (document.lastTrackId !== undefined) restored.lastTrackId = lastTrackId;
  const before = new Map(document.clips.map((clip) => [clip.id, clip]));
  const byTrack = Map.groupBy(restored.clips, ({ trackIndex }) => trackIndex);
  for (const [trackIndex, clips] of byTrack) {
    const inOrder = clips.toSorted((a, b) => a.start - b.start);
    for (const [index, clip] of inOrder.entries()) {
      const next = inOrder[index + 1];
      if (!next || next.start >= clip.start + clip.duration - OVERLAP_TOLERANCE_SEC) continue;
      // An overlap that already existed is not caused by this undo.
      if (before.get(clip.id) === clip && before.get(next.id) === next) continue;
      throw refuse(
        `Clips ${clip.id} and ${next.id} would overlap on track ${trackIndex} after the undo. Move one of them first.`,
      );
    }
  }
  return restored;
}
