/** Things that wait, by whom they belong to: each in its turn gets one, whoever has many and whoever came first. */
export interface Turns<Item> {
  readonly size: number;
  /** Adds one of `owner` behind its others. */
  add(owner: string, item: Item): void;
  /** The next one of an owner that `mayTake`; undefined: there is none. */
  take(mayTake: (owner: string) => boolean): Item | undefined;
  /** Takes one of `owner` out of its place. False: it is not waiting. */
  remove(owner: string, item: Item): boolean;
  /** Takes all. */
  drain(): Item[];
}

/** Makes an empty one. */
export function createTurns<Item>(): Turns<Item> {
  // In the order of their turns: who was served goes behind the others.
  const byOwner = new Map<string, Item[]>();
  let size = 0;
  return {
    get size() {
      return size;
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
