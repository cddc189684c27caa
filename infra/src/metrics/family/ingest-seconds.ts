import { histogram } from '../define-metric.ts';

export const ingestSeconds = histogram({
  name: 'framemill_ingest_duration_seconds',
  help: 'Time to ingest one part (sound or picture) of a media file on a node, by outcome',
  labels: ['part', 'outcome'],
  buckets: [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_200],
});
