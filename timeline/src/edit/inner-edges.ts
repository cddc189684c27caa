import type { Clip } from '../document/clip.ts';

/**
 * Removes from a part of a clip everything that belongs to an outer edge which the part does not have.
 * These are the transition, and the entrance or exit animation of its text.
 */
export function withoutInnerEdges(part: Clip, isFirst: boolean, isLast: boolean): Clip {
  const next: Clip = { ...part };
  const atEdge = part.transition?.edge === 'out' ? isLast : isFirst;
  if (!atEdge) delete next.transition;
  if (part.textStyle?.animation) {
    const animation = { ...part.textStyle.animation };
    if (!isFirst) delete animation.in;
    if (!isLast) delete animation.out;
    next.textStyle = { ...part.textStyle, animation };
  }
  return next;
}
