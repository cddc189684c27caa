const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits before the second to the eighth try, in milliseconds. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  24 * HOUR,
];

/** Waits vary by this share up and down, so that what failed together does not come back together. */
const JITTER = 0.1;

/** What became of a try: the receiver's status, or why there was none. */
export type TryOutcome = { status: number } | { problem: 'timeout' | 'failed' };

/** Whether the receiver took the event. */
export function isDelivered(outcome: TryOutcome): boolean {
  return 'status' in outcome && outcome.status >= 200 && outcome.status < 300;
}

/** Whether another try may go better: after timeouts, 5xx, 408 and 429 alone. A redirect is a failure for good. */
export function isRetryable(outcome: TryOutcome): boolean {
  if ('problem' in outcome) return outcome.problem === 'timeout';
  return outcome.status >= 500 || outcome.status === 408 || outcome.status === 429;
}

/** Milliseconds until the try after `triesOfRound`; null when the schedule is over. `random` is from 0 up to 1. */
export function retryDelayMs(
  triesOfRound: number,
  random: number,
  delaysMs: readonly number[] = RETRY_DELAYS_MS,
): number | null {
  const delay = delaysMs[triesOfRound - 1];
  return delay === undefined ? null : Math.round(delay * (1 + JITTER * (2 * random - 1)));
}
