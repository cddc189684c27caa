import { counter } from '../define-metric.ts';

export const signInFailures = counter({
  name: 'framemill_sign_in_failures_total',
  help: 'Sign-ins with a password that were refused, by reason',
  labels: ['reason'],
});
