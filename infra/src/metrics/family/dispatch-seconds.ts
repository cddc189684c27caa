import { histogram } from '../define-metric.ts';

export const dispatchSeconds = histogram({
  name: 'framemill_dispatch_duration_seconds',
  help: 'Time from the release of a job into its queue to a node taking it',
  labels: ['queue'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
});
