import type { Clip } from '../document/clip.ts';
import type { Composition, Marker, Settings } from '../document/document.ts';
import type { TrackDef } from '../document/track.ts';

/** Fields of one object to restore: `set` has their earlier values, `unset` names the fields that did not exist. */
export interface FieldChanges<Item> {
  set?: Partial<Item>;
  unset?: string[];
}

/** Changes that turn a list into its earlier version. The fields are in the order in which they are applied. */
export interface ListChanges<Item extends { id: string | number }> {
  /** Complete earlier list; the other fields are then absent. */
  all?: Item[];
  /** Ids of the items that were added since. */
  added?: Item['id'][];
  changed?: ({ id: Item['id'] } & FieldChanges<Item>)[];
  /** Ids of the remaining items in their earlier order, from index `from` on. Absent if the order is the same. */
  order?: { from: number; ids: Item['id'][] };
  /** Items that were removed since, by ascending index in the earlier list. */
  removed?: { at: number; item: Item }[];
}

/**
 * Changes that lead from a document back to an earlier one, as JSON.
 * It contains only the differences, so that its size depends on the change and not on the document. Empty when the
 * documents are equal.
 */
export interface ChangeSet {
  settings?: FieldChanges<Settings>;
  tracks?: ListChanges<TrackDef>;
  clips?: ListChanges<Clip>;
  /** Earlier value of `lastTrackId`; `null` if the earlier document had none. */
  lastTrackId?: number | null;
  /** Changes of the markers; `null` if the earlier document had no list of markers. */
  markers?: ListChanges<Marker> | null;
  /**
   * Changes of the compositions; `null` if the earlier document had no list of compositions. A composition whose clips
   * changed has its earlier list of clips.
   */
  compositions?: ListChanges<Composition> | null;
}

/**
 * Id that stands for all items of a list, when a change affects the whole list. Such a change conflicts with every
 * other change of the list.
 */
const ALL = '*';

/**
 * Returns the parts of a document that a change set affects: `settings`, `markers`, `track <id>`, `clip <id>` and
 * `composition <id>`. `track *`, `clip *` or `composition *` is included when a list was replaced or reordered.
 */
export function changeParts({ settings, tracks, clips, markers, compositions }: ChangeSet): Set<string> {
  const parts = new Set<string>();
  if (settings) parts.add('settings');
  if (markers !== undefined) parts.add('markers');
  for (const id of listIds(tracks)) parts.add(`track ${id}`);
  for (const id of listIds(clips)) parts.add(`clip ${id}`);
  if (compositions === null) parts.add('composition *');
  else for (const id of listIds(compositions)) parts.add(`composition ${id}`);
  return parts;
}

/**
 * Returns the parts in which two results of `changeParts` overlap; `clip *` overlaps with every clip. If there are
 * none, the two changes can be applied in either order.
 */
export function sharedParts(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  const meets = (part: string, others: ReadonlySet<string>) => {
    const [kind] = part.split(' ');
    if (others.has(part) || others.has(`${kind} ${ALL}`)) return true;
    return part.endsWith(ALL) && [...others].some((other) => other.startsWith(`${kind} `));
  };
  return [...new Set([...[...a].filter((part) => meets(part, b)), ...[...b].filter((part) => meets(part, a))])];
}

function listIds<Item extends { id: string | number }>(list: ListChanges<Item> | undefined): (string | number)[] {
  if (!list) return [];
  const { all, order, added = [], changed = [], removed = [] } = list;
  const ids = [...added, ...changed.map(({ id }) => id), ...removed.map(({ item }) => item.id)];
  return all || order ? [ALL, ...ids] : ids;
}
