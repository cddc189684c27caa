import { gauge } from '../define-metric.ts';

export const desiredNodes = gauge({
  name: 'framemill_desired_nodes',
  help: 'Nodes that would finish the ready work within the target time',
  labels: ['pool'],
});
