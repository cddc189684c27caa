import { setImmediate } from 'node:timers/promises';

/**
 * Function that long audio work calls about every 3 s of audio. It yields to the event loop, so that the work can be
 * cancelled and the codec library's memory is collected. It may also report progress.
 */
export type TakeTurn = () => Promise<void>;

/** Yields to the event loop and does nothing else. */
export const justATurn: TakeTurn = () => setImmediate();
