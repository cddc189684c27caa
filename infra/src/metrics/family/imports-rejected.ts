import { counter } from '../define-metric.ts';

export const importsRejected = counter({
  name: 'framemill_imports_rejected_total',
  help: 'Media imports by URL that were refused, by reason',
  labels: ['reason'],
});
