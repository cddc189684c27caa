import { counter } from '../define-metric.ts';

export const workersRecreated = counter({
  name: 'framemill_workers_recreated_total',
  help: 'Queue workers that were made anew because they no longer took jobs',
  labels: ['queue'],
});
