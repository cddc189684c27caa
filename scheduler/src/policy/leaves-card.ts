import type { KeptOffCard } from './route-render.ts';

/** Number of GPU losses during one render from which the render may be their cause. */
const mostLosses = 3;

/**
 * Decides whether a render is kept off GPUs after a problem with one. It is when its frames do not fit into GPU
 * memory, and from the third loss of a GPU, counted over all its ranges. null: it may stay.
 */
export function leavesCard(trouble: 'lost' | 'full', losses: number): KeptOffCard | null {
  if (trouble === 'full') return 'memory';
  return losses >= mostLosses ? 'lost' : null;
}
