import type { ClipLayer, TextStyle } from '@framemill/timeline';
import type { GraphNode } from '../graph/graph-node.ts';
import { apply, compose, type Matrix, rotation, scaling, skew, translation } from '../graph/matrix.ts';
import { transformPath } from '../graph/path-data.ts';
import type { Size } from '../graph/placement.ts';
import { roundedPath } from '../sprites/shapes/outline.ts';

/** Whether crop or round corners remove any part of a layer's box. */
export function isCut({ clip, cropL, cropR, cropT, cropB }: ClipLayer): boolean {
  return cropL > 0 || cropR > 0 || cropT > 0 || cropB > 0 || (clip.cornerRadius ?? 0) > 0;
}

/**
 * Limits an image to the part of a layer's box that remains after cropping and rounding corners. `fromBox` maps the box
 * to the image. Sides that are not cropped are moved outwards by `beyond`, in pixels of the box.
 */
export function boxMatte(layer: ClipLayer, of: GraphNode, box: Size, fromBox: Matrix, beyond = 0): GraphNode {
  const radius = layer.clip.cornerRadius ?? 0;
  const cutAt = (share: number, side: number) => (share > 0 ? share * side : -beyond);
  const [left, top] = [cutAt(layer.cropL, box.width), cutAt(layer.cropT, box.height)];
  const width = Math.max(0, box.width - left - cutAt(layer.cropR, box.width));
  const height = Math.max(0, box.height - top - cutAt(layer.cropB, box.height));
  const corner = translation(left, top);
  const d = transformPath(roundedPath({ width, height, cornerRadius: radius }, radius), compose(fromBox, corner));
  return { kind: 'matte', of, by: { kind: 'outline', d, feather: 0, expansion: 0 }, invert: false, strength: 1 };
}

/**
 * Returns a text's layer, moved so that the edge that `verticalAlign` names is at the clip's centre. `height` is the
 * text's height in document pixels at scale 1.
 */
export function alignedVertically(layer: ClipLayer, { verticalAlign }: TextStyle, height: number): ClipLayer {
  if (verticalAlign !== 'top' && verticalAlign !== 'bottom') return layer;
  const { clip } = layer;
  const size = scaling(layer.scaleX * (clip.flipH ? -1 : 1), layer.scaleY * (clip.flipV ? -1 : 1));
  const turned = compose(rotation(layer.rotation), compose(skew(layer.skewX, layer.skewY), size));
  const shift = apply(turned, 0, verticalAlign === 'top' ? height / 2 : -height / 2);
  return { ...layer, x: layer.x + shift.x, y: layer.y + shift.y };
}
