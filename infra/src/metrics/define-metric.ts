import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

interface Description<Label extends string> {
  /**
   * Name of the metric. Begins with `framemill_` and ends in a unit (`_total`, `_seconds`, `_bytes`, `_ratio`), or has
   * no unit for a plain count.
   */
  name: string;
  /** Help text: a sentence without a full stop. */
  help: string;
  labels: Label[];
}

/** Defines a counter. Returns its description with a function that creates it in a registry. */
export function counter<const Label extends string>(description: Description<Label>) {
  return {
    ...description,
    create: (registry: Registry): Counter<Label> =>
      new Counter({
        name: description.name,
        help: description.help,
        labelNames: description.labels,
        registers: [registry],
      }),
  };
}

/** Defines a gauge. Returns its description with a function that creates it in a registry. */
export function gauge<const Label extends string>(description: Description<Label>) {
  return {
    ...description,
    create: (registry: Registry): Gauge<Label> =>
      new Gauge({
        name: description.name,
        help: description.help,
        labelNames: description.labels,
        registers: [registry],
      }),
  };
}

/**
 * Defines a histogram. Returns its description with a function that creates it in a registry. `buckets` are ascending
 * upper bounds in the unit of the name.
 */
export function histogram<const Label extends string>(description: Description<Label> & { buckets: number[] }) {
  return {
    ...description,
    create: (registry: Registry): Histogram<Label> =>
      new Histogram({
        name: description.name,
        help: description.help,
        labelNames: description.labels,
        buckets: description.buckets,
        registers: [registry],
      }),
  };
}
