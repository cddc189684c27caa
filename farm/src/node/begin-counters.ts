import type { Metrics } from '@framemill/infra';

/** Names of the checks of rendered files, as `details.check` of their errors states them. */
export const fileChecks = ['frames', 'decode', 'hash', 'stored_hash'] as const;

const lossReasons = ['crash', 'cancel', 'memory', 'stuck', 'oom', 'killed'] as const;

/** Initializes the counters that alerts watch to 0. Prometheus sees no increase in a series whose first value is 1. */
export function beginCounters(metrics: Metrics, queues: readonly string[]): void {
  for (const check of fileChecks) metrics.verifyFailures.inc({ check }, 0);
  for (const reason of lossReasons) metrics.renderChildrenReplaced.inc({ reason }, 0);
  metrics.cardsLost.inc(0);
  metrics.cardsFull.inc(0);
  for (const queue of queues) metrics.workersRecreated.inc({ queue }, 0);
}
