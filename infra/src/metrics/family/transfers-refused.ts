import { counter } from '../define-metric.ts';

export const transfersRefused = counter({
  name: 'framemill_transfers_refused_total',
  help: 'Uploads, imports, request bodies and downloads that were ended or refused, by kind and reason too_slow, too_many, holder_full, total_full or gave_way',
  labels: ['kind', 'reason'],
});
