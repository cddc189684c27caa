import type { Clip } from '../document/clip.ts';
import type { Marker } from '../document/marker.ts';
import type { Settings } from '../document/settings.ts';
import type { TrackDef } from '../document/track.ts';

/** Fields of one object to restore: `set` has their earlier values, `unset` names the fields that did not exist. */
export interface FieldChanges<Item> {
  set?: Partial<Item>;
  unset?: string[];
}

/** Changes that turn a list into its earlier version. They are applied in the order of these fields. */
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
  /** Earlier value; `null` if the earlier document had none. */
  lastTrackId?: number | null;
  /** Changes of the markers; `null` if the earlier document had no list of markers. */
  markers?: ListChanges<Marker> | null;
}
