import type { GraphNode } from '../../graph/graph-node.ts';
import type { Colour } from '../../graph/values.ts';
import { short } from '../short-number.ts';
import { filterRegion, type SvgFilterInput, svgFilter } from './svg-filter.ts';

/** A `<mask>` for any element of a page, by its alpha. */
export interface SvgMask {
  /** It and what it refers to: what belongs into `<defs>`. */
  readonly defs: string;
  readonly maskId: string;
  /** False: something of it is missing or only nearly right. */
  readonly exact: boolean;
}

const white: Colour = { r: 1, g: 1, b: 1, a: 1 };

/** What masks are made of: all of it. */
export const unmasked: GraphNode = { kind: 'solid', colour: white };

/** What a mask is written of. */
export interface SvgMaskInput extends Pick<SvgFilterInput, 'tree' | 'box' | 'drawings' | 'id'> {
  /** The element's room around the box on all sides: browsers cut off what lies outside of a masked element. CSS pixels, 0 when absent. */
  readonly room?: number;
}

/** Writes the mask of a tree that needs no picture of the element: mattes of `unmasked`. */
export function svgMask({ tree, box, room = 0, drawings, id }: SvgMaskInput): SvgMask {
  const through = svgFilter({ tree, box, bleed: room, drawings, opaque: new Set(), id: `${id}-through` });
  const { left, top, right, bottom } = filterRegion({ tree, box, bleed: room });
  const size = `width="${short(right - left)}" height="${short(bottom - top)}"`;
  const maskId = `${id}-mask`;
  const place = `x="${short(left + room)}" y="${short(top + room)}"`;
  const moved = room > 0 ? ` transform="translate(${short(room)} ${short(room)})"` : '';
  const mask =
    `<mask id="${maskId}" maskUnits="userSpaceOnUse" ${place} ${size} style="mask-type:alpha">` +
    `<rect x="${short(left)}" y="${short(top)}" ${size} filter="url(#${id}-through)"${moved}/></mask>`;
  return { defs: through.defs + mask, maskId, exact: through.exact };
}
