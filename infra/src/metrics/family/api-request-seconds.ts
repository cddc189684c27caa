import { histogram } from '../define-metric.ts';

export const apiRequestSeconds = histogram({
  name: 'framemill_api_request_duration_seconds',
  help: 'Time to answer an API request, by method, route pattern and status class',
  labels: ['method', 'route', 'status_class'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
});
