import { histogram } from '../define-metric.ts';

export const storeRequestSeconds = histogram({
  name: 'framemill_object_store_request_duration_seconds',
  help: 'Time of a call to the object store, by operation and outcome ok, missing or failed',
  labels: ['operation', 'outcome'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
});
