import { counter } from '../define-metric.ts';

export const mediaCacheRequests = counter({
  name: 'framemill_media_cache_requests_total',
  help: 'Look-ups in the media cache of a node, by result hit or miss',
  labels: ['result'],
});
