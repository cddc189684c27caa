/** Number of slots that one process has for transfers, and the pace that transfers must keep. */
export interface SendingLimits {
  /** Maximum files sent concurrently. */
  readonly places: number;
  /** Maximum files of one account sent concurrently. */
  readonly ofAccount: number;
  /** Maximum files sent concurrently to destinations slower than `slowBytesPerSec`. */
  readonly slowSlots: number;
  /** Time in ms for which a transfer may hold a slow slot while another account waits for one: see `slowTurnMs`. */
  readonly slowTurnMs: number;
  /** Time over which the pace is averaged, in ms. */
  readonly windowMs: number;
  /** Pace in bytes per second below which a transfer needs a slow slot. */
  readonly slowBytesPerSec: number;
  /** Pace in bytes per second below which a transfer is ended and tried again later. */
  readonly leastBytesPerSec: number;
  /** Maximum wait for an answer after the last byte, in ms. */
  readonly answerMs: number;
}

/**
 * Limits in production. At 1 MB/s a file of 4 GB takes 67 minutes, at 100 kB/s 11 hours; a slower transfer would hold a
 * slot for days. Four slow slots leave twelve for all other transfers, however many destinations are slow. A slot holds
 * at most one part of 8 MB in memory: 128 MB in total. A bucket joins the parts of a large upload before it answers,
 * which takes up to 2 minutes.
 */
export const SENDING_LIMITS: SendingLimits = {
  places: 16,
  ofAccount: 2,
  slowSlots: 4,
  slowTurnMs: 600_000,
  windowMs: 60_000,
  slowBytesPerSec: 1_000_000,
  leastBytesPerSec: 100_000,
  answerMs: 120_000,
};

/**
 * Returns the time in ms for which a delivery may be slow while another account waits for its slot. An upload to a
 * bucket or by SFTP can be resumed. A PUT starts anew, so each attempt has twice the time of the one before: 4 GB at
 * 100 kB/s (11 hours) succeed with the eighth attempt.
 */
export function slowTurnMs({ kind, attempts }: { kind: string; attempts: number }, limits: SendingLimits): number {
  return kind === 'put' ? limits.slowTurnMs * 2 ** Math.min(attempts - 1, 10) : limits.slowTurnMs;
}
