import type { GraphNode } from '../../graph/graph-node.ts';
import { emitBlur } from './blur.ts';
import { emitKey, emitLut } from './colour.ts';
import { emitComposite, emitMatte, emitSum } from './composite.ts';
import type { Emitter } from './emitter.ts';
import { emitNoise, emitPattern, emitSolid } from './generators.ts';
import { emitRemap, emitTransform } from './transform.ts';

/**
 * Returns the WGSL expression (vec4f) of a node's pixel. Throws for an input node. Each primitive has one line here.
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
