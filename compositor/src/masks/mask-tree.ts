import type { ClipLayer } from '@framemill/timeline';
import type { GraphNode } from '../graph/graph-node.ts';
import { compose, type Matrix, rotation, scaling, translation } from '../graph/matrix.ts';
import type { Size } from '../graph/placement.ts';
import type { MaskForm, MaskShape } from './define-mask.ts';
import { image, linear, mirror, path, polygon, text } from './free-masks.ts';
import {
  circle,
  diamond,
  ellipse,
  heart,
  hexagon,
  rectangle,
  roundedRectangle,
  star,
  triangle,
} from './shape-masks.ts';

/**
 * All mask shapes, in the order of the timeline schema's names. The name `none` has no entry, because it is not a
 * shape.
 */
export const maskShapes: readonly MaskShape[] = [
  rectangle,
  roundedRectangle,
  circle,
  ellipse,
  triangle,
  diamond,
  hexagon,
  star,
  heart,
  linear,
  mirror,
  polygon,
  path,
  text,
  image,
];

/** Position and scale of the processed image in relation to the clip's box. */
export interface MaskFrame {
  /** Size of the clip's box, in document pixels. */
  readonly box: Size;
  /** Map from pixels of the box to pixels of the image. */
  readonly fromBox: Matrix;
  /** Number of pixels of the image for each document pixel. */
  readonly scale: number;
  readonly textOutline: MaskForm['textOutline'];
}

const shapes: ReadonlyMap<string, MaskShape> = new Map(maskShapes.map((member) => [member.shape, member]));

/**
 * Returns a graph that applies the layer's mask to an image. Returns the image itself when there is no mask or its
 * strength is 0.
 */
export function maskTree(layer: ClipLayer, image: GraphNode, frame: MaskFrame): GraphNode {
  const { mask } = layer.clip;
  const member = mask && shapes.get(mask.shape);
  const strength = mask?.opacity ?? 1;
  if (!mask || !member || strength === 0) return image;
  const size = layer.animated?.maskScale ?? 1;
  const invert = mask.channel?.endsWith('-inverted') && mask.shape === 'image' ? !mask.invert : (mask.invert ?? false);
  // A mask of size 0 has no inside: it hides everything, or with invert shows everything.
  if (size <= 0) return invert ? image : { ...nothing, of: image, strength };
  const by = member.coverage({
    mask,
    box: frame.box,
    toImage: compose(frame.fromBox, maskMatrix(layer, frame.box)),
    scale: frame.scale,
    feather: layer.animated?.maskFeather ?? mask.feather ?? 0,
    textOutline: frame.textOutline,
  });
  return { kind: 'matte', of: image, by, invert, strength };
}

/** Computes the map from mask coordinates (with the origin at the mask's centre) to pixels of the clip's box. */
export function maskMatrix({ clip, animated }: ClipLayer, box: Size): Matrix {
  const size = animated?.maskScale ?? 1;
  const x = box.width / 2 + (animated?.maskX ?? clip.mask?.x ?? 0);
  const y = box.height / 2 + (animated?.maskY ?? clip.mask?.y ?? 0);
  return compose(translation(x, y), compose(rotation(clip.mask?.rotation ?? 0), scaling(size, size)));
}

const nothing = {
  kind: 'matte',
  by: { kind: 'sweep', x: 0, y: 0, share: 0, feather: 0 },
  invert: false,
} as const;
