import { histogram } from '../define-metric.ts';

export const realtimeRatio = histogram({
  name: 'framemill_render_realtime_ratio',
  help: 'Length of the finished video over the time it took to render; above 1 is faster than playing it',
  labels: ['format'],
  buckets: [0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32],
});
