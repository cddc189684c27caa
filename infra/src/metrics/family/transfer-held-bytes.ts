import { gauge } from '../define-metric.ts';

export const transferHeldBytes = gauge({
  name: 'framemill_transfer_held_bytes',
  help: 'Bytes that transfers under way hold, by place: disk (uploads, imports), memory (request bodies), answers (files for slow readers)',
  labels: ['place'],
});
