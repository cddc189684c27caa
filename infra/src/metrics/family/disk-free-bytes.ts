import { gauge } from '../define-metric.ts';

export const diskFreeBytes = gauge({
  name: 'framemill_disk_free_bytes',
  help: 'Bytes that may still be written on the disk of a folder: data (DATA_DIR) or scratch (work in progress of a node)',
  labels: ['folder'],
});
