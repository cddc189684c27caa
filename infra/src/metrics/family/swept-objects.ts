import { counter } from '../define-metric.ts';

export const sweptObjects = counter({
  name: 'framemill_swept_objects_total',
  help: 'Stored objects that the garbage collection removed, by kind',
  labels: ['kind'],
});
