import type { Picture } from './picture.ts';

/**
 * Whether a tree covers its whole box, judged by its form alone: true is certain, false is not. `opaqueInputs` are the
 * names of the inputs that cover the box.
 */
export function isOpaquePicture(picture: Picture, opaqueInputs: ReadonlySet<string>): boolean {
  // Trees share parts: without a memory, a stack of effects that use their input thrice would be asked 3^n times.
  const known = new Map<Picture, boolean>();
  const opaque = (tree: Picture): boolean => {
    const seen = known.get(tree);
    if (seen !== undefined) return seen;
    const result = judge(tree, opaqueInputs, opaque);
    known.set(tree, result);
    return result;
  };
  return opaque(picture);
}

function judge(tree: Picture, inputs: ReadonlySet<string>, opaque: (tree: Picture) => boolean): boolean {
  switch (tree.kind) {
    case 'input':
      return inputs.has(tree.name);
    case 'solid':
      return tree.colour.a >= 1;
    case 'noise':
      return true;
    case 'lut':
      return opaque(tree.of);
    case 'transform':
      return (tree.edge !== 'transparent' || tree.channel !== undefined) && opaque(tree.of);
    case 'remap':
    case 'blur':
      return tree.edge !== 'transparent' && opaque(tree.of);
    case 'sum':
      return tree.k1 + tree.k2 + tree.k3 + tree.k4 >= 1 - 1e-9 && opaque(tree.a) && opaque(tree.b);
    case 'composite':
      return opaque(tree.under) || (tree.atop !== true && tree.opacity >= 1 && opaque(tree.over));
    case 'matte':
      return tree.strength <= 0 && opaque(tree.of);
    case 'key':
    case 'pattern':
      return false;
  }
}
