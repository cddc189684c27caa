import { counter } from '../define-metric.ts';

export const rateLimited = counter({
  name: 'framemill_rate_limited_total',
  help: 'Requests refused by a rate limit of the API, the console, the sign-in or the OAuth pages, by bucket',
  labels: ['bucket'],
});
