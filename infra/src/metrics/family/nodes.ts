import { gauge } from '../define-metric.ts';

export const nodes = gauge({
  name: 'framemill_nodes',
  help: 'Farm nodes with a live lease, by pool and state live or draining',
  labels: ['pool', 'state'],
});
