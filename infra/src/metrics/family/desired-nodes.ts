import { gauge } from '../define-metric.ts';

export const desiredNodes = gauge({
  name: 'framemill_farm_autoscale_desired_nodes',
  help: 'Nodes that would clear the open work of a pool within a minute, for autoscalers',
  labels: ['pool'],
});
