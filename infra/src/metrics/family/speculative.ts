import { counter } from '../define-metric.ts';

export const speculative = counter({
  name: 'framemill_speculative_attempts_total',
  help: 'Twins of slow attempts, by outcome started, won or lost',
  labels: ['outcome'],
});
