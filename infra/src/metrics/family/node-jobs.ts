import { counter } from '../define-metric.ts';

export const nodeJobs = counter({
  name: 'framemill_node_jobs_total',
  help: 'Jobs that a node finished, by queue and outcome',
  labels: ['queue', 'outcome'],
});
