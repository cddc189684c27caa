import type { Moment } from '../graph/graph-node.ts';
import type { Edge } from '../graph/values.ts';

/**
 * Padding, in pixels, of a colour that is cut to an outline. Images may extend beyond their box (text does), with lines
 * around them. The part outside the outline is never drawn, so that a large value costs nothing.
 */
export const around = 16_384;

/** Returns the edge mode of a blur: the image's own edge when it fills its box, transparent when it has an outline. */
export function blurEdge(moment: Moment): 'transparent' | 'clamp' {
  return moment.edge ?? 'transparent';
}

/**
 * Returns the edge mode of displaced pixels: a mirrored image when it fills its box, so that no empty border appears,
 * otherwise transparent.
 */
export function bendEdge(moment: Moment): Edge {
  return moment.edge === 'clamp' ? 'mirror' : 'transparent';
}

/**
 * Returns the number of pixels that a pattern must cover on each side of the box of its image. An outline may extend
 * beyond the box, so the value is `around`, or 0 when the image fills its box.
 */
export function paddingBeyond(moment: Moment): number {
  return moment.edge === 'clamp' ? 0 : around;
}
