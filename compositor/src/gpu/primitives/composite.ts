import { BLEND_MODES } from '@framemill/timeline/rendering';
import type { GraphNodeOf } from '../../graph/graph-node.ts';
import type { Emitter } from './emitter.ts';

/** Returns the expression of one image blended onto another. */
export function emitComposite({ blend, opacity, atop = false }: GraphNodeOf<'composite'>, emitter: Emitter): string {
  const mode = BLEND_MODES.indexOf(blend);
  const share = emitter.builder.entry(Math.min(1, Math.max(0, opacity)));
  return `blend(${mode}, ${emitter.value(0)}, ${emitter.value(1)}, ${share}.x, ${atop})`;
}
