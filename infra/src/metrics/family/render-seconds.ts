import { histogram } from '../define-metric.ts';

export const renderSeconds = histogram({
  name: 'framemill_render_duration_seconds',
  help: 'Time from admission of a render to its completion',
  labels: ['format', 'plan'],
  buckets: [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600],
});
