import { histogram } from '../define-metric.ts';

export const queueWaitSeconds = histogram({
  name: 'framemill_queue_wait_seconds',
  help: 'Time from admission of a render to its first running task',
  labels: ['plan'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
});
