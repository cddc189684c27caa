/**
 * Queue that serves owners round-robin: takes one item of each owner in turn, regardless of the number and the age of
 * the owner's items.
 */
export interface Turns<Item> {
  readonly size: number;
  /** Number of owners that have items. */
  readonly owners: number;
  /** Adds an item of `owner` after the owner's earlier items. */
  add(owner: string, item: Item): void;
  /** Removes and returns the next item whose owner satisfies `mayTake`; undefined when there is none. */
  take(mayTake: (owner: string) => boolean): Item | undefined;
  /** Removes an item of `owner`. Returns false when it is not in the queue. */
  remove(owner: string, item: Item): boolean;
  /** Removes and returns all items. */
  drain(): Item[];
}

/** Creates an empty round-robin queue. */
export function createTurns<Item>(): Turns<Item> {
  // Ordered by turn: a served owner moves to the end.
  const byOwner = new Map<string, Item[]>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    get owners() {
      return byOwner.size;
    },
    add(owner, item) {
      size += 1;
      const items = byOwner.get(owner);
      if (items) items.push(item);
      else byOwner.set(owner, [item]);
    },
    take(mayTake) {
      for (const [owner, items] of byOwner) {
        if (!mayTake(owner)) continue;
        byOwner.delete(owner);
        const item = items.shift();
        if (items.length > 0) byOwner.set(owner, items);
        size -= 1;
        return item;
      }
      return undefined;
    },
    remove(owner, item) {
      const items = byOwner.get(owner) ?? [];
      const place = items.indexOf(item);
      if (place < 0) return false;
      items.splice(place, 1);
      if (items.length === 0) byOwner.delete(owner);
      size -= 1;
      return true;
    },
    drain() {
      const all = [...byOwner.values()].flat();
      byOwner.clear();
      size = 0;
      return all;
    },
  };
}
