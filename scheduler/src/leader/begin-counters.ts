import { formats } from '@framemill/compositor/catalog';
import type { Metrics } from '@framemill/infra';
import type { Plans } from '../plans/index.ts';

const outcomes = ['completed', 'failed'] as const;

/**
 * Initializes the counters of which dashboards compute shares to 0. Prometheus sees no increase in a series whose
 * first value is 1.
 */
export function beginCounters(metrics: Metrics, plans: Plans): void {
  for (const { id: plan } of plans.list) {
    for (const format of formats) {
      for (const outcome of outcomes) metrics.renders.inc({ format, plan, outcome }, 0);
    }
  }
  for (const source of ['cache', 'rendered']) metrics.segments.inc({ source }, 0);
}
