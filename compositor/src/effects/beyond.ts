import type { Moment } from '../graph/graph-node.ts';
import type { Edge } from '../graph/values.ts';

/**
 * Padding, in pixels, of a colour that is clipped to an image's outline. Images with an outline may extend beyond their
 * box, as text and the lines around it do. Nothing outside the outline is drawn, so that a large value costs nothing.
 */
export const around = 16_384;

/** Returns the edge mode of a blur: that of the image when the image fills its box, otherwise transparent. */
export function blurEdge(moment: Moment): 'transparent' | 'clamp' {
  return moment.edge ?? 'transparent';
}

/**
 * Returns the edge mode of displaced pixels. An image that fills its box is mirrored at its edges, so that no empty
 * border appears; around other images it is transparent.
 */
export function bendEdge(moment: Moment): Edge {
  return moment.edge === 'clamp' ? 'mirror' : 'transparent';
}

/**
 * Returns the number of pixels that a pattern must cover on each side of an image's box. 0 when the image fills its
 * box; otherwise `around`, because the image's outline may extend beyond the box.
 */
export function paddingBeyond(moment: Moment): number {
  return moment.edge === 'clamp' ? 0 : around;
}
