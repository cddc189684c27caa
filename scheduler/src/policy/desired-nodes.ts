/** Time in seconds within which the waiting work should be done; more work requires more nodes. */
const clearWithinSec = 60;
/** Assumed time per frame until a render has been measured: 1080p on one core. */
const assumedMsPerFrame = 40;
const assumedSlotsPerNode = 2;

/** Open work of a pool and its nodes. */
export interface FarmLoad {
  /**
   * Frames of all ranges that are ready or dispatched, by render; `msPerFrame` null: nothing of it was measured yet.
   */
  readonly open: readonly { readonly frames: number; readonly msPerFrame: number | null }[];
  /** Slots and number of the live nodes. */
  readonly slots: number;
  readonly nodes: number;
}

/**
 * Computes the number of nodes that would complete the open work within a minute, for autoscalers; 0 when there is
 * none. The work is counted in slot-seconds, each render at its own measured speed, or else at the mean of the others.
 */
export function desiredNodes(load: FarmLoad): number {
  const measured = load.open.flatMap(({ msPerFrame }) => msPerFrame ?? []);
  const mean = measured.reduce((sum, ms) => sum + ms, 0) / measured.length;
  const unknown = measured.length === 0 ? assumedMsPerFrame : mean;
  const workSec = load.open.reduce((sum, { frames, msPerFrame }) => sum + frames * (msPerFrame ?? unknown), 0) / 1000;
  const slotsPerNode = load.nodes === 0 ? assumedSlotsPerNode : Math.max(1, load.slots / load.nodes);
  return Math.ceil(workSec / clearWithinSec / slotsPerNode);
}
