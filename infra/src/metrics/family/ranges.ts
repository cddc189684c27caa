import { gauge } from '../define-metric.ts';

export const ranges = gauge({
  name: 'framemill_ranges',
  help: 'Frame ranges and other tasks, by pool and state ready, released or running',
  labels: ['pool', 'state'],
});
