import type { Clip } from '../document/clip.ts';

/**
 * A part of a clip without what belongs to an edge of the whole that it has not: the transition, and the entrance or exit
 * of its text.
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
