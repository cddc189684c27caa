import type { Document } from '../document/document.ts';
import { refuse } from '../errors/refuse.ts';
import type { ChangeSet, FieldChanges, ListChanges } from './change-set.ts';

/**
 * Restores the document from before the changes that `reduce` or `applyCommands` returned. Unchanged parts are shared.
 * To redo, undo the undo: apply the `changesBetween` of the two documents. Throws `invalid_request` when the changes
 * name items that the document does not have, because they belong to another state of it.
 */
export function undo(document: Document, changes: ChangeSet): Document {
  const { settings, tracks, clips, markers, lastTrackId } = changes;
  if (Object.keys(changes).length === 0) return document;
  const restored: Document = { ...document };
  if (settings) restored.settings = restoredFields(document.settings, settings);
  if (tracks) restored.tracks = restoredList(document.tracks, tracks, 'track');
  if (clips) restored.clips = restoredList(document.clips, clips, 'clip');
  if (lastTrackId === null) delete restored.lastTrackId;
  else if (lastTrackId !== undefined) restored.lastTrackId = lastTrackId;
  if (markers === null) delete restored.markers;
  else if (markers) restored.markers = restoredList(document.markers ?? [], markers, 'marker');
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
