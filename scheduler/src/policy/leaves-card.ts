import type { KeptOffCard } from './route-render.ts';

/** Cards lost so often with one render are perhaps lost by it. */
const mostLosses = 3;

/**
 * Whether a render is kept off graphics cards after trouble with one: at once when its frames do not fit, and from the third loss on, of all its ranges
 * together. null: it may stay.
 */
export function leavesCard(trouble: 'lost' | 'full', losses: number): KeptOffCard | null {
  if (trouble === 'full') return 'memory';
  return losses >= mostLosses ? 'lost' : null;
}
