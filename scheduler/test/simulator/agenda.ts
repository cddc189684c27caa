interface Entry<T> {
  atMs: number;
  /** Sequence number, by which events of the same moment come in the order in which they were added. */
  order: number;
  event: T;
}

/** Queue of events by time, implemented as a binary heap. */
export interface Agenda<T> {
  add(atMs: number, event: T): void;
  /** Removes and returns the earliest event; undefined when none is left. */
  next(): { atMs: number; event: T } | undefined;
}

/** Creates a queue of events by time. Events of the same moment come in the order in which they were added. */
export function createAgenda<T>(): Agenda<T> {
  const heap: Entry<T>[] = [];
  let order = 0;
  const before = (a: Entry<T>, b: Entry<T>) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
  const settle = (start: number, entry: Entry<T>) => {
    let place = start;
    for (;;) {
      let child = 2 * place + 1;
      const left = heap[child];
      if (left === undefined) break;
      const right = heap[child + 1];
      let smaller = left;
      if (right !== undefined && before(right, left)) {
        smaller = right;
        child += 1;
      }
      if (!before(smaller, entry)) break;
      heap[place] = smaller;
      place = child;
    }
    heap[place] = entry;
  };
  return {
    add(atMs, event) {
      const entry = { atMs, order, event };
      order += 1;
      let place = heap.length;
      heap.push(entry);
      while (place > 0) {
        const above = (place - 1) >> 1;
        const parent = heap[above];
        if (parent === undefined || !before(entry, parent)) break;
        heap[place] = parent;
        place = above;
      }
      heap[place] = entry;
    },
    next() {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined) return undefined;
      if (heap.length > 0) settle(0, last);
      return first;
    },
  };
}
