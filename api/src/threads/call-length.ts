import { availableParallelism } from 'node:os';

/** Expected length of a call on a worker thread. A long call must not delay short ones. */
export type CallLength = 'short' | 'long';

/** Expected cost of a call. */
export interface CallCost {
  /** Units of work counted against the account's limit of expensive calls: see `unitsOf`. */
  units: number;
  /** Processor time in milliseconds. */
  ms: number;
}

/** Number of threads for calls of each length. */
export type ThreadCounts = Readonly<Record<CallLength, number>>;

/**
 * Maximum processor time of a short call, in ms: `expected` limits the estimate before the call, `used` the time that
 * the call has actually taken.
 */
export const SHORT_MS = { expected: 300, used: 1_000 };

/**
 * Processor time of work on a document, in ms per cost unit (see `unitsOf`). Reading, checking and linting 6,000 clips
 * (60 units) takes 60-120 ms.
 */
export const DOCUMENT_MS_PER_UNIT = 2;

/**
 * Processor time of an HTML preview, in ms per cost unit (see `unitsOf`). For 6,000 texts (60 units) of 15 to 150
 * letters, it is 250-950 ms.
 */
export const PAGE_MS_PER_UNIT = 8;

/**
 * Computes the cost of a call on a document of `units` cost units, which takes `msPerUnit` ms of processor time for
 * each.
 */
export function callCost(units: number, msPerUnit: number = DOCUMENT_MS_PER_UNIT): CallCost {
  return { units, ms: units * msPerUnit };
}

/** Returns whether a call is short or long, by its expected processor time. The limit is `SHORT_MS.expected`. */
export function lengthOf({ ms }: CallCost): CallLength {
  return ms > SHORT_MS.expected ? 'long' : 'short';
}

/**
 * Returns the number of threads of one process. Defaults: one per eight processors for short calls, and all processors
 * but one for long calls.
 */
export function threadCounts(
  configured: { short: number | null; long: number | null },
  processors: number = availableParallelism(),
): ThreadCounts {
  return {
    short: configured.short ?? Math.ceil(processors / 8),
    long: configured.long ?? Math.max(1, processors - 1),
  };
}
