import { histogram } from '../define-metric.ts';

export const rangeStageSeconds = histogram({
  name: 'framemill_range_stage_duration_seconds',
  help: 'Time of a frame range on a node, by stage fetch, render (of it composite and encode) or upload',
  labels: ['pool', 'stage'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
});
