import { gauge } from '../define-metric.ts';

export const slots = gauge({
  name: 'framemill_slots',
  help: 'Render slots of the live nodes; draining ones take no work and do not count',
  labels: ['pool'],
});
