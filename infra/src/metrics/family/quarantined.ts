import { counter } from '../define-metric.ts';

export const quarantined = counter({
  name: 'framemill_quarantined_media_total',
  help: 'Source files that were put in quarantine',
  labels: [],
});
