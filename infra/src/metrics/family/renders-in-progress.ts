import { gauge } from '../define-metric.ts';

export const rendersInProgress = gauge({
  name: 'framemill_renders_in_progress',
  help: 'Renders that are admitted and not ended',
  labels: ['status'],
});
