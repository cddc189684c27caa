import { counter } from '../define-metric.ts';

export const rangesStopped = counter({
  name: 'framemill_ranges_stopped_total',
  help: 'Frame ranges that held a slot for long and were stopped for accounts that waited',
  labels: [],
});
