import { gauge } from '../define-metric.ts';

export const leaderEpoch = gauge({
  name: 'framemill_scheduler_epoch',
  help: 'Fencing epoch of the scheduler that leads',
  labels: [],
});
