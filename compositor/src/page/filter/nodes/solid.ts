import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import type { Colour } from '../../../graph/values.ts';
import { short } from '../../short-number.ts';
import type { FilterWriter } from '../filter-writer.ts';

/** Fills the filter's whole region with one colour. */
export function solidPrimitive({ colour }: GraphNodeOf<'solid'>, writer: FilterWriter): string {
  return writer.add(`<feFlood flood-color="${opaqueCss(colour)}" flood-opacity="${short(colour.a)}"/>`);
}

/** Returns the colour without its alpha, in CSS notation. */
export function opaqueCss({ r, g, b }: Colour): string {
  return `rgb(${[r, g, b].map((value) => Math.round(value * 255)).join(',')})`;
}
