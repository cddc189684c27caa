import { gauge } from '../define-metric.ts';

export const storedBytes = gauge({
  name: 'framemill_stored_bytes',
  help: 'Bytes that the database knows in the object store, by kind uploads, segments or exports',
  labels: ['kind'],
});
