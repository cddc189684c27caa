import { counter } from '../define-metric.ts';

export const renderChildrenReplaced = counter({
  name: 'framemill_render_children_replaced_total',
  help: 'Render children that were replaced, by reason crash, cancel, memory (above CHILD_MEMORY_MB), stuck, oom (by the kernel) or killed (from outside)',
  labels: ['reason'],
});
