import { counter } from '../define-metric.ts';

export const authFailures = counter({
  name: 'framemill_auth_failures_total',
  help: 'API requests refused for their key, by reason',
  labels: ['reason'],
});
