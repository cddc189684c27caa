import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import { short } from '../../short-number.ts';
import type { FilterWriter } from '../filter-writer.ts';

/**
 * Composites one image onto another: feComposite for `normal` and `add`, feBlend for the blend modes of W3C
 * Compositing.
 */
export function compositePrimitive(
  { over, under, blend, opacity, atop }: GraphNodeOf<'composite'>,
  writer: FilterWriter,
): string {
  const below = writer.resultOf(under);
  const above = faded(writer.resultOf(over), opacity, writer);
  if (blend === 'normal') {
    return writer.add(`<feComposite in="${above}" in2="${below}" operator="${atop ? 'atop' : 'over'}"/>`);
  }
  const mixed =
    blend === 'add'
      ? writer.add(`<feComposite in="${above}" in2="${below}" operator="arithmetic" k1="0" k2="1" k3="1" k4="0"/>`)
      : writer.add(`<feBlend in="${above}" in2="${below}" mode="${blend}"/>`);
  return atop ? writer.add(`<feComposite in="${mixed}" in2="${below}" operator="in"/>`) : mixed;
}

function faded(source: string, opacity: number, writer: FilterWriter): string {
  if (opacity >= 1) return source;
  const slope = short(Math.max(0, opacity));
  return writer.add(
    `<feComponentTransfer in="${source}"><feFuncA type="linear" slope="${slope}" intercept="0"/></feComponentTransfer>`,
  );
}
