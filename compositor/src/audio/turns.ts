import { setImmediate } from 'node:timers/promises';

/**
 * Called about every 3 s of sound by what works through much of it: gives the event loop a turn, so that the work can be stopped and the codec
 * library's memory is taken back. May tell somebody that the work gets on.
 */
export type TakeTurn = () => Promise<void>;

/** Gives the event loop a turn and does nothing else. */
export const justATurn: TakeTurn = () => setImmediate();
