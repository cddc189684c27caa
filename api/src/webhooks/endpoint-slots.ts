/**
 * Maximum number of concurrent deliveries to one endpoint in one process. For an endpoint whose last delivery took
 * `SLOW_MS` or longer, the maximum is `SLOW_LANE_WIDTH`.
 */
const LANE_WIDTH = 4;
const SLOW_LANE_WIDTH = 1;
const SLOW_MS = 5_000;

/** Limit on concurrent deliveries per endpoint, so that no endpoint uses up the connections of other endpoints. */
export interface EndpointSlots {
  /** Takes a slot of the endpoint; returns false when none is free. */
  enter(endpointId: string): boolean;
  /** Frees a slot and records how long the delivery took. */
  leave(endpointId: string, durationMs: number): void;
}

/** Creates the endpoint limits of one process. */
export function createEndpointSlots(): EndpointSlots {
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
