import { counter } from '../define-metric.ts';

export const sweptBytes = counter({
  name: 'framemill_swept_bytes_total',
  help: 'Bytes that the garbage collection freed, by kind',
  labels: ['kind'],
});
