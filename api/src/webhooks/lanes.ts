/** Tries of one endpoint at a time in one process; of one that was slow last time, a single one. */
const LANE_WIDTH = 4;
const SLOW_LANE_WIDTH = 1;
const SLOW_MS = 5_000;

/** Keeps endpoints out of each other's way: none may have more than its lane of the connections. */
export interface Lanes {
  /** Takes a place in the endpoint's lane; false when there is none. */
  enter(endpointId: string): boolean;
  /** Gives the place back, with how long it took. */
  leave(endpointId: string, durationMs: number): void;
}

/** Makes the lanes of one process. */
export function createLanes(): Lanes {
  const inside = new Map<string, number>();
  const slow = new Set<string>();
  return {
    enter(endpointId) {
      const count = inside.get(endpointId) ?? 0;
      if (count >= (slow.has(endpointId) ? SLOW_LANE_WIDTH : LANE_WIDTH)) return false;
      inside.set(endpointId, count + 1);
      return true;
    },
    leave(endpointId, durationMs) {
      const count = (inside.get(endpointId) ?? 1) - 1;
      if (count > 0) inside.set(endpointId, count);
      else inside.delete(endpointId);
      if (durationMs >= SLOW_MS) slow.add(endpointId);
      else slow.delete(endpointId);
    },
  };
}
