/** From so many places on a plan keeps one for single renders while a batch runs. */
const keepsOneFrom = 3;
/** Renders beside those that the slots work on: enough that the next ones are planned when a slot is free. */
const spare = 2;

/** What the number of items that may be admitted depends on. */
export interface BatchRoom {
  /** Renders of the account that are PENDING or PROCESSING. */
  readonly running: number;
  /** Slots of the live nodes. */
  readonly slots: number;
  /** Of the plan; null: unlimited. */
  readonly concurrentRenders: number | null;
  /** At once. */
  readonly most: number;
}

/**
 * How many items of an account's batches may be admitted now, 0 or more. Not more than keep the farm busy: what waits as an item
 * costs nothing, what waits as a render is looked at in every tick. Whoever has places for three leaves one of them to single renders.
 */
export function batchRoom({ running, slots, concurrentRenders, most }: BatchRoom): number {
  const useful = 2 * slots + spare - running;
  if (concurrentRenders === null) return Math.max(0, Math.min(most, useful));
  const kept = concurrentRenders >= keepsOneFrom ? 1 : 0;
  return Math.max(0, Math.min(most, useful, concurrentRenders - kept - running));
}
