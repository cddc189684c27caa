import type { Plan } from '../plans/index.ts';

/** Minimum limit of concurrent renders at which one render is reserved for other requests while a batch runs. */
const keepsOneFrom = 3;
/**
 * Number of renders admitted in addition to those that fill the slots, so that more renders are already planned when a
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
 * Computes how many of an account's batch items may be admitted (turned into renders) now, 0 or more. The number is
 * only as large as needed to keep the farm busy: a queued item costs nothing, whereas the leader keeps the tasks of
 * every admitted render in memory. When the account may run three or more renders at once, one of them is reserved for
 * renders outside of a batch.
 */
export function batchRoom({ running, slots, concurrentRenders, most }: BatchRoom): number {
  const useful = 2 * slots + spare - running;
  if (concurrentRenders === null) return Math.max(0, Math.min(most, useful));
  const kept = concurrentRenders >= keepsOneFrom ? 1 : 0;
  return Math.max(0, Math.min(most, useful, concurrentRenders - kept - running));
}

/** Time in seconds within which the waiting work should be done; more work requires more nodes. */
const clearWithinSec = 60;
/** Assumed time per frame in ms until a render has been measured: that of 1080p on one core. */
const assumedMsPerFrame = 40;
const assumedSlotsPerNode = 2;

/** Unfinished work of a pool of nodes, and the capacity of these nodes. */
export interface FarmLoad {
  /**
   * Frames of all ranges that are ready or dispatched, by render. `msPerFrame` is the measured time per frame in ms;
   * null until a part of the render has been measured.
   */
  readonly open: readonly { readonly frames: number; readonly msPerFrame: number | null }[];
  /** Number of slots of the live nodes. `nodes` is the number of these nodes. */
  readonly slots: number;
  readonly nodes: number;
}

/**
 * Computes the number of nodes that would complete the open work within a minute, for autoscalers; 0 without open work.
 * The work is counted in slot-seconds: each render at its measured speed, or at the mean measured speed while it has no
 * measurement.
 */
export function desiredNodes(load: FarmLoad): number {
  const measured = load.open.flatMap(({ msPerFrame }) => msPerFrame ?? []);
  const mean = measured.reduce((sum, ms) => sum + ms, 0) / measured.length;
  const unknown = measured.length === 0 ? assumedMsPerFrame : mean;
  const workSec = load.open.reduce((sum, { frames, msPerFrame }) => sum + frames * (msPerFrame ?? unknown), 0) / 1000;
  const slotsPerNode = load.nodes === 0 ? assumedSlotsPerNode : Math.max(1, load.slots / load.nodes);
  return Math.ceil(workSec / clearWithinSec / slotsPerNode);
}

/** Usage of an account at the time of a render request. */
export interface Usage {
  /** Number of its renders that are PENDING or PROCESSING. */
  readonly running: number;
  /** Number of exports used in the current month. */
  readonly exportsUsed: number;
}

/** Returns the limit of the plan that another render would exceed; null: the render may be admitted. */
export function refusal(usage: Usage, plan: Plan): 'concurrentRenders' | 'exports' | null {
  if (plan.concurrentRenders !== null && usage.running >= plan.concurrentRenders) return 'concurrentRenders';
  if (plan.exportsPerMonth !== null && usage.exportsUsed >= plan.exportsPerMonth) return 'exports';
  return null;
}
