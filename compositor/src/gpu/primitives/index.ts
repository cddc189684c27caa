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

/** What computes each kind of picture, pixel by pixel: an expression of a vec4f. One file and one line a primitive. */
export function emit(picture: GraphNode, emitter: Emitter): string {
  switch (picture.kind) {
    case 'input':
      throw new Error(`The input "${picture.name}" is a texture already.`);
    case 'solid':
      return emitSolid(picture, emitter);
    case 'transform':
      return emitTransform(picture, emitter);
    case 'remap':
      return emitRemap(picture, emitter);
    case 'lut':
      return emitLut(picture, emitter);
    case 'blur':
      return emitBlur(picture, emitter);
    case 'sum':
      return emitSum(picture, emitter);
    case 'key':
      return emitKey(picture, emitter);
    case 'matte':
      return emitMatte(picture, emitter);
    case 'pattern':
      return emitPattern(picture, emitter);
    case 'noise':
      return emitNoise(picture, emitter);
    case 'composite':
      return emitComposite(picture, emitter);
  }
}
