import { histogram } from '../define-metric.ts';

export const providerCallSeconds = histogram({
  name: 'framemill_provider_call_duration_seconds',
  help: 'Time of a call to a provider, by kind, provider and outcome: answered, or what went wrong',
  labels: ['kind', 'provider', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
});
