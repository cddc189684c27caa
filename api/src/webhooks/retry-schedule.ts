const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays before the second to the eighth attempt, in ms. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  24 * HOUR,
];

/**
 * Random variation of the delays, as a fraction in both directions, so that simultaneous failures are not retried
 * together.
 */
const JITTER = 0.1;

/** Outcome of a delivery attempt: the receiver's HTTP status, or the reason why there is none. */
export type TryOutcome = { status: number } | { problem: 'timeout' | 'failed' };

/** Whether the receiver accepted the event, with a 2xx status. */
export function isDelivered(outcome: TryOutcome): boolean {
  return 'status' in outcome && outcome.status >= 200 && outcome.status < 300;
}

/**
 * Whether another attempt may succeed after this outcome. True for timeouts and the statuses 5xx, 408 and 429. A
 * redirect is a permanent failure.
 */
export function isRetryable(outcome: TryOutcome): boolean {
  if ('problem' in outcome) return outcome.problem === 'timeout';
  return outcome.status >= 500 || outcome.status === 408 || outcome.status === 429;
}

/**
 * Returns the delay before the next attempt, in ms; null when no attempts are left. `triesOfRound` is the number of
 * attempts since the delivery was created or manually restarted, at least 1.
 * `random` is a number from 0 up to, but not including, 1.
 */
export function retryDelayMs(
  triesOfRound: number,
  random: number,
  delaysMs: readonly number[] = RETRY_DELAYS_MS,
): number | null {
  const delay = delaysMs[triesOfRound - 1];
  return delay === undefined ? null : Math.round(delay * (1 + JITTER * (2 * random - 1)));
}
