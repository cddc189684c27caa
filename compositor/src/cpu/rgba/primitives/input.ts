import { FramemillError } from '@framemill/timeline/rendering';
import type { InputPicture } from '../../../graph/picture.ts';
import type { PictureNode, Scene } from '../picture-node.ts';
import { type RgbaSurface, viewOfRgba } from '../rgba-surface.ts';

/** A picture that is given: read where it lies. */
export function inputNode({ name }: InputPicture): PictureNode {
  return {
    inputs: [],
    borrowed: true,
    extent: (_, scene) => inputOf(scene, name),
    needs: () => [],
    draw: (area, _, scene) => viewOfRgba(inputOf(scene, name), area),
  };
}

function inputOf(scene: Scene, name: string): RgbaSurface {
  const surface = scene.inputs.get(name);
  if (surface) return surface;
  const given = [...scene.inputs.keys()].join(', ');
  throw new FramemillError('internal_error', `A picture needs the input "${name}" (given: ${given}).`);
}
