/** Limits of one process on concurrent file transfers (slots) and on their speed. */
export interface SendingLimits {
  /** Maximum number of files sent concurrently. */
  readonly places: number;
  /** Maximum number of files of one account sent concurrently. */
  readonly ofAccount: number;
  /** Maximum number of files sent concurrently to destinations slower than `slowBytesPerSec` (slow slots). */
  readonly slowSlots: number;
  /**
   * Time, in ms, for which a transfer may use a slow slot while another account waits for one. The function
   * `slowTurnMs` computes it for a delivery.
   */
  readonly slowTurnMs: number;
  /** Time over which the transfer speed is averaged, in ms. */
  readonly windowMs: number;
  /** Transfer speed, in bytes per second, below which a transfer needs a slow slot. */
  readonly slowBytesPerSec: number;
  /** Transfer speed, in bytes per second, below which a transfer is ended and tried again later. */
  readonly leastBytesPerSec: number;
  /** Maximum time to wait for the destination's response after the last byte was sent, in ms. */
  readonly answerMs: number;
}

/**
 * Limits in production.
 * At 1 MB/s a file of 4 GB takes 67 minutes, at 100 kB/s 11 hours; a slower transfer would occupy a slot for days. Four
 * of the sixteen slots may be used for slow destinations, so twelve remain for all other transfers. A transfer has at
 * most one part of 8 MB in memory: 128 MB in total. After the last byte, an S3 service takes up to 2 minutes to combine
 * the parts of a large upload before it responds.
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
 * Returns the time, in ms, for which a delivery may use a slow slot while another account waits for one.
 * Uploads to a bucket or by SFTP can be resumed, so their time is constant. A PUT always starts from the beginning, so
 * its time doubles with each attempt: a file of 4 GB at 100 kB/s (11 hours) succeeds at the eighth attempt.
 */
export function slowTurnMs({ kind, attempts }: { kind: string; attempts: number }, limits: SendingLimits): number {
  return kind === 'put' ? limits.slowTurnMs * 2 ** Math.min(attempts - 1, 10) : limits.slowTurnMs;
}
