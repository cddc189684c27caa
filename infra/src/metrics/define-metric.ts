import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

interface Description<Label extends string> {
  /** `framemill_` and a base unit at the end: `_total`, `_seconds`, `_bytes`, `_ratio`, or none for a plain number of things. */
  name: string;
  /** A sentence without a full stop. */
  help: string;
  labels: Label[];
}

/** A counter: its description, and how it is made in a registry. */
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

/** A gauge: its description, and how it is made in a registry. */
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

/** `buckets` are upper bounds in the unit of the name, rising. */
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
