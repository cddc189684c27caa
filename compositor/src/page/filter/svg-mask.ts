import type { GraphNode } from '../../graph/graph-node.ts';
import type { Colour } from '../../graph/values.ts';
import { short } from '../markup-values.ts';
import { filterRegion, type SvgFilterInput, svgFilter } from './svg-filter.ts';

/** Mask for any element of a page, as a `<mask>` element that masks by alpha. */
export interface SvgMask {
  /** Markup of the mask and everything to which it refers, for use inside `<defs>`. */
  readonly defs: string;
  readonly maskId: string;
  /** Whether the mask is exact. false when something is missing or approximated. */
  readonly exact: boolean;
}

const white: Colour = { r: 1, g: 1, b: 1, a: 1 };

/** Opaque white, the base to which a mask's mattes are applied. */
export const unmasked: GraphNode = { kind: 'solid', colour: white };

/** Input from which a mask is written. */
export interface SvgMaskInput extends Pick<SvgFilterInput, 'tree' | 'box' | 'drawings' | 'id'> {
  /**
   * Padding of the masked element around the box on all sides, in CSS pixels. Default 0. Browsers cut off everything
   * outside the masked element.
   */
  readonly room?: number;
}

/** Converts mattes to a mask. `tree` is a graph of mattes applied to `unmasked`, without the element's own image. */
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
