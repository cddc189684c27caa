import { counter } from '../define-metric.ts';

export const rateLimited = counter({
  name: 'framemill_rate_limited_total',
  help: 'API requests refused by a rate limit',
  labels: ['bucket'],
});
