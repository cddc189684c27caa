/** Time in which the waiting work should be done; more of it asks for more nodes. */
const clearWithinSec = 60;
/** Until a render has been measured: 1080p on one core. */
const assumedMsPerFrame = 40;
const assumedSlotsPerNode = 2;

/** The open work of a pool and the nodes it has. */
export interface FarmLoad {
  /** Frames of all ranges that are ready or dispatched, by render; `msPerFrame` null: nothing of it was measured yet. */
  readonly open: readonly { readonly frames: number; readonly msPerFrame: number | null }[];
  /** Slots and count of the live nodes. */
  readonly slots: number;
  readonly nodes: number;
}

/**
 * Nodes that would clear the open work within a minute; 0 when there is none. For autoscalers. The work is counted in
 * seconds of slots, each render at its own measured speed, or else at the mean of the others.
 */
export function desiredNodes(load: FarmLoad): number {
  const measured = load.open.flatMap(({ msPerFrame }) => msPerFrame ?? []);
  const mean = measured.reduce((sum, ms) => sum + ms, 0) / measured.length;
  const unknown = measured.length === 0 ? assumedMsPerFrame : mean;
  const workSec = load.open.reduce((sum, { frames, msPerFrame }) => sum + frames * (msPerFrame ?? unknown), 0) / 1000;
  const slotsPerNode = load.nodes === 0 ? assumedSlotsPerNode : Math.max(1, load.slots / load.nodes);
  return Math.ceil(workSec / clearWithinSec / slotsPerNode);
}
