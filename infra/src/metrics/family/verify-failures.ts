import { counter } from '../define-metric.ts';

export const verifyFailures = counter({
  name: 'framemill_verify_failures_total',
  help: 'Rendered files that a check refused, by check',
  labels: ['check'],
});
