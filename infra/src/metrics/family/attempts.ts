import { counter } from '../define-metric.ts';

export const attempts = counter({
  name: 'framemill_attempts_total',
  help: 'Tries of tasks that ended, by kind and outcome done, failed, lost, interrupted or cancelled',
  labels: ['kind', 'outcome'],
});
