import { collectDefaultMetrics, Registry } from 'prom-client';
import { metricFamily } from './metric-family.ts';

export { metricFamily };

type Family = typeof metricFamily;

/** Metrics of one process, and the registry whose contents `/metrics` serves. */
export type Metrics = { registry: Registry } & { [Name in keyof Family]: ReturnType<Family[Name]['create']> };

/**
 * Names of prom-client's gauges that end in `_total`, which is reserved for counters. `createMetrics` removes them; the
 * same values exist by type, under names without `_total`.
 */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/**
 * Creates all metrics, in addition to Node's default ones. Each series has the label `process` (api, scheduler, farm).
 */
export function createMetrics(process: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  const entries = Object.entries(metricFamily).map(([name, { create }]) => [name, create(registry)]);
  // A mapped type: TypeScript cannot infer which entry has which kind of metric.
  return { registry, ...(Object.fromEntries(entries) as Omit<Metrics, 'registry'>) };
}
