import { gauge } from '../define-metric.ts';

export const heavyCalls = gauge({
  name: 'framemill_heavy_calls',
  help: 'Calls on large projects that wait for a thread or run in one',
  labels: ['plan', 'state'],
});
