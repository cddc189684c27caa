import type { GraphNode } from '../../../graph/graph-node.ts';
import type { FilterWriter } from '../filter-writer.ts';
import { blurPrimitive } from './blur.ts';
import { compositePrimitive } from './composite.ts';
import { lutPrimitive } from './lut.ts';
import { mattePrimitive } from './matte.ts';
import { patternPrimitive } from './pattern.ts';
import { solidPrimitive } from './solid.ts';
import { sumPrimitive } from './sum.ts';
import { transformPrimitive } from './transform.ts';

/**
 * Writes a node of an effect graph and returns the name of its result. An operation that no SVG filter can express is
 * skipped: its input is used instead.
 */
export function primitiveOf(node: Exclude<GraphNode, { kind: 'input' }>, writer: FilterWriter): string {
  switch (node.kind) {
    case 'solid':
      return solidPrimitive(node, writer);
    case 'transform':
      return transformPrimitive(node, writer);
    case 'lut':
      return lutPrimitive(node, writer);
    case 'blur':
      return blurPrimitive(node, writer);
    case 'sum':
      return sumPrimitive(node, writer);
    case 'matte':
      return mattePrimitive(node, writer);
    case 'pattern':
      return patternPrimitive(node, writer);
    case 'composite':
      return compositePrimitive(node, writer);
    case 'noise':
      // Mid grey, which the blend mode `overlay` leaves unchanged.
      writer.inexact();
      return solidPrimitive({ kind: 'solid', colour: { r: 0.5, g: 0.5, b: 0.5, a: 1 } }, writer);
    case 'remap':
    case 'key':
      writer.inexact();
      return writer.resultOf(node.of);
  }
}
