import { counter } from '../define-metric.ts';

export const creditsCharged = counter({
  name: 'framemill_credits_charged_total',
  help: 'Credits of generative calls that gave a result, by kind of call and provider',
  labels: ['kind', 'provider'],
});
