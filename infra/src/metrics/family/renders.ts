import { counter } from '../define-metric.ts';

export const renders = counter({
  name: 'framemill_renders_total',
  help: 'Renders that ended, by outcome completed, failed or cancelled',
  labels: ['format', 'plan', 'outcome'],
});
