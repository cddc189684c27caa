import type { Document } from '../document/document.ts';
import { OVERLAP_TOLERANCE_SEC } from '../document/limits.ts';
import { parseDocument } from '../document/parse-document.ts';
import { refuse } from '../errors/framemill-error.ts';
import type { ChangeSet, FieldChanges, ListChanges } from './change-set.ts';

/**
 * Restores the document as it was before the changes that `reduce` or `applyCommands` returned. Unchanged parts are
 * shared. To redo, call `changesBetween` with the documents before and after the undo, and undo these changes. Throws
 * `invalid_request` when the changes name items that the document does not have, because they belong to another state
 * of it.
 */
export function undo(document: Document, changes: ChangeSet): Document {
  const { settings, tracks, clips, markers, compositions, lastTrackId } = changes;
  if (Object.keys(changes).length === 0) return document;
  const restored: Document = { ...document };
  if (settings) restored.settings = restoredFields(document.settings, settings);
  if (tracks) restored.tracks = restoredList(document.tracks, tracks, 'track');
  if (clips) restored.clips = restoredList(document.clips, clips, 'clip');
  if (lastTrackId === null) delete restored.lastTrackId;
  else if (lastTrackId !== undefined) restored.lastTrackId = lastTrackId;
  if (markers === null) delete restored.markers;
  else if (markers) restored.markers = restoredList(document.markers ?? [], markers, 'marker');
  if (compositions === null) delete restored.compositions;
  else if (compositions) {
    restored.compositions = restoredList(document.compositions ?? [], compositions, 'composition');
  }
  return restored;
}

type Listed = object & { id: string | number };

function restoredList<Item extends Listed>(list: readonly Item[], changes: ListChanges<Item>, what: string): Item[] {
  if (changes.all) return [...changes.all];
  const added = new Set(changes.added);
  const changed = new Map((changes.changed ?? []).map((change) => [change.id, change]));
  const present = new Set(list.map(({ id }) => id));
  for (const id of [...added, ...changed.keys()]) if (!present.has(id)) throw foreign(what, id);
  let items = list.flatMap((item) => {
    if (added.has(item.id)) return [];
    const change = changed.get(item.id);
    return [change ? restoredFields(item, change) : item];
  });
  if (changes.order) items = inOrder(items, changes.order, what);
  for (const { at, item } of changes.removed ?? []) {
    if (at > items.length) throw foreign(what, item.id);
    items.splice(at, 0, item);
  }
  return items;
}

function restoredFields<Item extends object>(item: Item, { set, unset = [] }: FieldChanges<Item>): Item {
  const restored: Item = { ...item, ...set };
  for (const field of unset) Reflect.deleteProperty(restored, field);
  return restored;
}

function inOrder<Item extends Listed>(
  items: readonly Item[],
  { from, ids }: { from: number; ids: readonly Item['id'][] },
  what: string,
): Item[] {
  const part = new Map(items.slice(from, from + ids.length).map((item) => [item.id, item]));
  const ordered = ids.map((id) => {
    const item = part.get(id);
    if (!item) throw foreign(what, id);
    return item;
  });
  return items.toSpliced(from, ids.length, ...ordered);
}

function foreign(what: string, id: string | number) {
  return refuse(`The changes do not match this document at ${what} ${id}. Undo the latest changes first.`);
}

/**
 * Applies `undo` to a document whose other parts have changed since.
 * Throws `invalid_request` when a restored clip does not fit the current document: its track no longer exists, or it
 * overlaps another clip.
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
