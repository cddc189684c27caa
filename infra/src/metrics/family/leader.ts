import { gauge } from '../define-metric.ts';

export const leader = gauge({
  name: 'framemill_scheduler_leader',
  help: '1 in the scheduler process that leads, 0 in the others',
  labels: [],
});
