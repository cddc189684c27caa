import type { Clip } from '../document/clip.ts';
import type { Marker } from '../document/marker.ts';
import type { Settings } from '../document/settings.ts';
import type { TrackDef } from '../document/track.ts';

/** Fields of one object to put back: `set` has their earlier values, `unset` names those that were not there. */
export interface FieldChanges<Item> {
  set?: Partial<Item>;
  unset?: string[];
}

/** What to do to a list to have the earlier one. Applied in the order of these fields. */
export interface ListChanges<Item extends { id: string | number }> {
  /** The whole earlier list; the other fields are absent then. */
  all?: Item[];
  /** Ids of what was added since. */
  added?: Item['id'][];
  changed?: ({ id: Item['id'] } & FieldChanges<Item>)[];
  /** The order of what is left from place `from` on, when it differs. */
  order?: { from: number; ids: Item['id'][] };
  /** What was removed since, by ascending place in the earlier list. */
  removed?: { at: number; item: Item }[];
}

/**
 * How to get from a document back to an earlier one: JSON that names only what differs, so its size goes with the change
 * and not with the document. Empty when nothing differs.
 */
export interface ChangeSet {
  settings?: FieldChanges<Settings>;
  tracks?: ListChanges<TrackDef>;
  clips?: ListChanges<Clip>;
  /** null: the earlier document had none. */
  lastTrackId?: number | null;
  /** null: the earlier document had no list of markers. */
  markers?: ListChanges<Marker> | null;
}
