import { counter } from '../define-metric.ts';

export const speculativeAttempts = counter({
  name: 'framemill_speculative_attempts_total',
  help: 'Twins of frame ranges that took too long, by outcome won (first to deliver) or lost',
  labels: ['outcome'],
});
