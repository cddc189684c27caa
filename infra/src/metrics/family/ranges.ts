import { gauge } from '../define-metric.ts';

export const ranges = gauge({
  name: 'framemill_ranges',
  help: 'Frame ranges, by pool and state ready, released into a queue or running on a node',
  labels: ['pool', 'state'],
});
