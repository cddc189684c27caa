import { gauge } from '../define-metric.ts';

export const slotsBusy = gauge({
  name: 'framemill_slots_busy',
  help: 'Render slots that are working, of those that count',
  labels: ['pool'],
});
