/**
 * How often what goes on is asked for although events tell of it, in milliseconds: a connection that was lost for a moment
 * tells nothing.
 */
export const BESIDE_EVENTS_MS = 10_000;
