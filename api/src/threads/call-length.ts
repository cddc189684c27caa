import { availableParallelism } from 'node:os';

/** Whether a call takes a thread for a moment, or so long that other calls must not wait behind it. */
export type CallLength = 'short' | 'long';

/** What a call is expected to take. */
export interface CallCost {
  /** Counted against the heavy calls of its account: see `unitsOf`. */
  units: number;
  /** Processor time, milliseconds. */
  ms: number;
}

/** How many threads calls of each length have. */
export type ThreadCounts = Readonly<Record<CallLength, number>>;

/** Processor time up to which a call counts as short, ms: what it is expected to use, and what it may really use. */
export const SHORT_MS = { expected: 300, used: 1_000 };

/** Processor time of work on a document, ms a unit: reading, checking and lint of 6,000 clips (60 units) take 60-120 ms. */
export const DOCUMENT_MS_PER_UNIT = 2;

/** Processor time of an HTML preview, ms a unit: 250-950 ms for 6,000 texts (60 units) of 15 to 150 letters. */
export const PAGE_MS_PER_UNIT = 8;

/** Cost of a call that works on so many units of a document. */
export function callCost(units: number, msPerUnit: number = DOCUMENT_MS_PER_UNIT): CallCost {
  return { units, ms: units * msPerUnit };
}

/** Length of a call by its expected cost. */
export function lengthOf({ ms }: CallCost): CallLength {
  return ms > SHORT_MS.expected ? 'long' : 'short';
}

/** Threads of one process: as configured, else one in eight processors for short calls and all but one for long ones. */
export function threadCounts(
  configured: { short: number | null; long: number | null },
  processors: number = availableParallelism(),
): ThreadCounts {
  return {
    short: configured.short ?? Math.ceil(processors / 8),
    long: configured.long ?? Math.max(1, processors - 1),
  };
}
