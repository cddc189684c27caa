import type { ClipLayer, TextStyle } from '@framemill/timeline';
import { apply, compose, rotation, scaling, skew } from '../graph/matrix.ts';

/**
 * Returns a text's layer, moved so that the edge named by verticalAlign is at the clip's centre. `height` is in
 * document pixels at scale 1.
 */
export function alignedVertically(layer: ClipLayer, { verticalAlign }: TextStyle, height: number): ClipLayer {
  if (verticalAlign !== 'top' && verticalAlign !== 'bottom') return layer;
  const { clip } = layer;
  const size = scaling(layer.scaleX * (clip.flipH ? -1 : 1), layer.scaleY * (clip.flipV ? -1 : 1));
  const turned = compose(rotation(layer.rotation), compose(skew(layer.skewX, layer.skewY), size));
  const shift = apply(turned, 0, verticalAlign === 'top' ? height / 2 : -height / 2);
  return { ...layer, x: layer.x + shift.x, y: layer.y + shift.y };
}
