import { gauge } from '../define-metric.ts';

export const mediaCacheBytes = gauge({
  name: 'framemill_media_cache_bytes',
  help: 'Media that a node keeps on its disk',
  labels: [],
});
