import { collectDefaultMetrics, Registry } from 'prom-client';
import { metricFamily } from './metric-family.ts';

export { metricFamily };

type Family = typeof metricFamily;

/** The metrics of one process. `registry` is what `/metrics` answers. */
export type Metrics = { registry: Registry } & { [Name in keyof Family]: ReturnType<Family[Name]['create']> };

/** Gauges of prom-client that are called like counters; the same by type stands beside each without the ending. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Creates all metrics, each series labelled with `process` (api, scheduler, farm), beside the usual ones of Node. */
export function createMetrics(process: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  const entries = Object.entries(metricFamily).map(([name, { create }]) => [name, create(registry)]);
  // The entries of a mapped type: TypeScript loses which name has which kind of metric.
  return { registry, ...(Object.fromEntries(entries) as Omit<Metrics, 'registry'>) };
}
