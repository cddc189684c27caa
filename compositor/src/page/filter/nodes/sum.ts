import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import { short } from '../../short-number.ts';
import type { FilterWriter } from '../filter-writer.ts';

/** Writes a weighted sum of premultiplied colours, with the `arithmetic` operator of feComposite. */
export function sumPrimitive({ a, b, k1, k2, k3, k4 }: GraphNodeOf<'sum'>, writer: FilterWriter): string {
  const [first, second] = [writer.resultOf(a), writer.resultOf(b)];
  const weights = [k1, k2, k3, k4].map((weight, index) => `k${index + 1}="${short(weight)}"`).join(' ');
  return writer.add(`<feComposite in="${first}" in2="${second}" operator="arithmetic" ${weights}/>`);
}
