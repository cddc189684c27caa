/** Places that one process has for sendings, and the paces that they must keep. */
export interface SendingLimits {
  /** Files that are sent at a time. */
  readonly places: number;
  /** Files of one account that are sent at a time. */
  readonly ofAccount: number;
  /** Files that are sent at a time to destinations below `slowBytesPerSec`. */
  readonly slowPlaces: number;
  /** How long a sending may hold a slow place while another account waits for one, ms: see `slowTurnMs`. */
  readonly slowTurnMs: number;
  /** Time over which the pace is averaged, ms. */
  readonly windowMs: number;
  /** Bytes per second below which a sending needs one of the slow places. */
  readonly slowBytesPerSec: number;
  /** Bytes per second below which a sending is ended and tried again later. */
  readonly leastBytesPerSec: number;
  /** Longest wait for an answer after the last byte, ms. */
  readonly answerMs: number;
}

/**
 * Limits of production. At 1 MB/s a file of 4 GB is sent in 67 minutes, at 100 kB/s in 11 hours; whatever is slower would hold a place
 * for days. Four slow places leave twelve to everybody else, however many destinations are slow. A place holds at most one part
 * of 8 MB in memory: 128 MB together. A bucket joins the parts of a large upload before it answers, which takes up to 2 minutes.
 */
export const SENDING_LIMITS: SendingLimits = {
  places: 16,
  ofAccount: 2,
  slowPlaces: 4,
  slowTurnMs: 600_000,
  windowMs: 60_000,
  slowBytesPerSec: 1_000_000,
  leastBytesPerSec: 100_000,
  answerMs: 120_000,
};

/**
 * How long a delivery may be slow while another account waits for its place, ms. A bucket and SFTP go on where they were. A PUT
 * begins anew, so each attempt has twice the time of the one before: 4 GB at 100 kB/s (11 hours) go through with the eighth.
 */
export function slowTurnMs({ kind, attempts }: { kind: string; attempts: number }, limits: SendingLimits): number {
  return kind === 'put' ? limits.slowTurnMs * 2 ** Math.min(attempts - 1, 10) : limits.slowTurnMs;
}
