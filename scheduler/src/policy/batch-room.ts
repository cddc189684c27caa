/** Number of concurrent renders from which a plan reserves one for single renders while a batch runs. */
const keepsOneFrom = 3;
/**
 * Number of renders kept in addition to those that fill the slots, so that the next ones are already planned when a
 * slot becomes free.
 */
const spare = 2;

/** Figures that determine the number of batch items to admit. */
export interface BatchRoom {
  /** Number of the account's renders that are PENDING or PROCESSING. */
  readonly running: number;
  /** Number of slots of the live nodes. */
  readonly slots: number;
  /** Limit of concurrent renders of the plan; null: unlimited. */
  readonly concurrentRenders: number | null;
  /** Maximum number of items admitted at once. */
  readonly most: number;
}

/**
 * Computes the number of an account's batch items that may be admitted now, 0 or more. It admits only enough to keep
 * the farm busy: a queued item costs nothing, whereas every tick reads each waiting render. An account with three or
 * more concurrent renders keeps one for single renders.
 */
export function batchRoom({ running, slots, concurrentRenders, most }: BatchRoom): number {
  const useful = 2 * slots + spare - running;
  if (concurrentRenders === null) return Math.max(0, Math.min(most, useful));
  const kept = concurrentRenders >= keepsOneFrom ? 1 : 0;
  return Math.max(0, Math.min(most, useful, concurrentRenders - kept - running));
}
