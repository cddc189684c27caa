import type { GraphNode } from '../../graph/graph-node.ts';
import { emitBlur } from './blur.ts';
import { emitComposite } from './composite.ts';
import type { Emitter } from './emitter.ts';
import { emitKey } from './key.ts';
import { emitLut } from './lut.ts';
import { emitMatte } from './matte.ts';
import { emitNoise } from './noise.ts';
import { emitPattern } from './pattern.ts';
import { emitRemap } from './remap.ts';
import { emitSolid } from './solid.ts';
import { emitSum } from './sum.ts';
import { emitTransform } from './transform.ts';

/**
 * Returns the expression (a vec4f) that computes a node's pixel. Throws for an input node. Each primitive has one file
 * and one line here.
 */
export function emit(image: GraphNode, emitter: Emitter): string {
  switch (image.kind) {
    case 'input':
      throw new Error(`The input "${image.name}" is a texture and cannot be drawn as a primitive.`);
    case 'solid':
      return emitSolid(image, emitter);
    case 'transform':
      return emitTransform(image, emitter);
    case 'remap':
      return emitRemap(image, emitter);
    case 'lut':
      return emitLut(image, emitter);
    case 'blur':
      return emitBlur(image, emitter);
    case 'sum':
      return emitSum(image, emitter);
    case 'key':
      return emitKey(image, emitter);
    case 'matte':
      return emitMatte(image, emitter);
    case 'pattern':
      return emitPattern(image, emitter);
    case 'noise':
      return emitNoise(image, emitter);
    case 'composite':
      return emitComposite(image, emitter);
  }
}
