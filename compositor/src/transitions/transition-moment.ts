import type { TransitionLayer } from '@framemill/timeline';
import type { Moment } from '../graph/graph-node.ts';
import type { CanvasSize } from '../graph/placement.ts';
import { seedOf } from '../graph/seeded.ts';

/** Returns the moment for which a transition's graph is built, with the canvas as its box. */
export function transitionMoment({ from, to, transition }: TransitionLayer, { document, output }: CanvasSize): Moment {
  const owner = to ?? from;
  // Exits are counted from the clip's start: only noise depends on it, and noise has no first frame.
  return {
    ...output,
    scale: output.width / document.width,
    seed: seedOf(`${owner?.clip.id ?? ''} ${transition.type}`),
    frame: owner?.localFrame ?? 0,
    timeSec: owner?.localSec ?? 0,
  };
}
