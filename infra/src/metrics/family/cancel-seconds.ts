import { histogram } from '../define-metric.ts';

export const cancelSeconds = histogram({
  name: 'framemill_cancel_duration_seconds',
  help: 'Time from a node hearing of a cancelled render to the end of a job of that render',
  labels: [],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
});
