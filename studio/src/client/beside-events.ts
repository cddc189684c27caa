/**
 * Polling interval for work in progress, in ms. Polling runs in addition to events, because events are lost while the
 * connection is down.
 */
export const BESIDE_EVENTS_MS = 10_000;
