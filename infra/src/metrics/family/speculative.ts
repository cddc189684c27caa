import { counter } from '../define-metric.ts';

export const speculative = counter({
  name: 'framemill_speculative_attempts_total',
  help: 'Speculative attempts beside slow ones, by outcome started, won or lost',
  labels: ['outcome'],
});
