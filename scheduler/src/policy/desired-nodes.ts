/** Time in which the waiting work should be done; more of it asks for more nodes. */
const clearWithinSec = 60;
/** Until a render has been measured: 1080p on one core. */
const assumedMsPerFrame = 40;
const assumedSlotsPerNode = 2;

export interface FarmLoad {
  /** Frames of all ranges that are ready or released. */
  readonly openFrames: number;
  /** Measured time of a frame in one slot, ms; null: nothing measured yet. */
  readonly msPerFrame: number | null;
  /** Slots and count of the live nodes. */
  readonly slots: number;
  readonly nodes: number;
}

/** Nodes that would clear the open work within a minute; 0 when there is none. For autoscalers. */
export function desiredNodes(load: FarmLoad): number {
  const workSec = (load.openFrames * (load.msPerFrame ?? assumedMsPerFrame)) / 1000;
  const slotsPerNode = load.nodes === 0 ? assumedSlotsPerNode : Math.max(1, load.slots / load.nodes);
  return Math.ceil(workSec / clearWithinSec / slotsPerNode);
}
