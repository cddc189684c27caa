import { histogram } from '../define-metric.ts';

export const lostNodeSeconds = histogram({
  name: 'framemill_lost_node_detection_seconds',
  help: 'Time from the last lease of a node to its work being given up',
  labels: [],
  buckets: [1, 2, 4, 6, 7, 8, 9, 10, 15, 30, 60],
});
