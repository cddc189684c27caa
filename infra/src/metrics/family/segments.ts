import { counter } from '../define-metric.ts';

export const segments = counter({
  name: 'framemill_segments_total',
  help: 'Segments of planned renders, by source cache or rendered',
  labels: ['source'],
});
