import { counter } from '../define-metric.ts';

export const heavyCallsEnded = counter({
  name: 'framemill_heavy_calls_ended_total',
  help: 'Calls on large projects by what became of them: answered, stopped, failed, or refused as too many waited',
  labels: ['plan', 'outcome'],
});
