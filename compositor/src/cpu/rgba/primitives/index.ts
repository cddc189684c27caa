import type { Picture } from '../../../graph/picture.ts';
import type { PictureNode } from '../picture-node.ts';
import { blurNode } from './blur.ts';
import { compositeNode } from './composite.ts';
import { inputNode } from './input.ts';
import { keyNode } from './key.ts';
import { lutNode } from './lut.ts';
import { matteNode } from './matte.ts';
import { noiseNode } from './noise.ts';
import { patternNode } from './pattern.ts';
import { remapNode } from './remap.ts';
import { solidNode } from './solid.ts';
import { sumNode } from './sum.ts';
import { transformNode } from './transform.ts';

/** What each kind of picture is drawn by. One file and one line a primitive. */
export function nodeOf(picture: Picture): PictureNode {
  switch (picture.kind) {
    case 'input':
      return inputNode(picture);
    case 'solid':
      return solidNode(picture);
    case 'transform':
      return transformNode(picture);
    case 'lut':
      return lutNode(picture);
    case 'blur':
      return blurNode(picture);
    case 'key':
      return keyNode(picture);
    case 'matte':
      return matteNode(picture);
    case 'remap':
      return remapNode(picture);
    case 'sum':
      return sumNode(picture);
    case 'pattern':
      return patternNode(picture);
    case 'noise':
      return noiseNode(picture);
    case 'composite':
      return compositeNode(picture);
  }
}
