import { counter } from '../define-metric.ts';

export const heavyCallSeconds = counter({
  name: 'framemill_heavy_call_seconds_total',
  help: 'Time that threads of the API worked on calls on large projects',
  labels: ['plan'],
});
