import { histogram } from '../define-metric.ts';

export const apiThreadHeldSeconds = histogram({
  name: 'framemill_api_thread_held_seconds',
  help: 'Processor time that the thread which answers everybody took between two looks at its timers, which are due every 10 ms',
  labels: [],
  buckets: [0.012, 0.016, 0.02, 0.03, 0.04, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5],
});
