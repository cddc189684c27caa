import { counter } from '../define-metric.ts';

export const heavyCallsEnded = counter({
  name: 'framemill_heavy_calls_ended_total',
  help: 'Calls on large projects by what became of them: answered, stopped, failed, refused as too many waited, or left by their caller while they waited',
  labels: ['plan', 'outcome'],
});
