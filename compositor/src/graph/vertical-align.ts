import type { ClipLayer } from '@framemill/timeline';
import { apply, compose, rotation, scaling, skew } from './matrix.ts';
import type { Size } from './placement.ts';

/** The layer with the edge of its text's block that verticalAlign names where the clip's centre is; any other as it is. */
export function alignedVertically(layer: ClipLayer, block: Size): ClipLayer {
  const align = layer.clip.type === 'text' ? layer.clip.textStyle?.verticalAlign : undefined;
  if (align !== 'top' && align !== 'bottom') return layer;
  const half = align === 'top' ? block.height / 2 : -block.height / 2;
  // Along the block's own height, which may be scaled and turned; flipping leaves the block where it is.
  const steps = [scaling(layer.scaleX, layer.scaleY), skew(layer.skewX, layer.skewY), rotation(layer.rotation)];
  const turned = steps.reduce((all, step) => compose(step, all));
  const shift = apply(turned, 0, half);
  return { ...layer, x: layer.x + shift.x, y: layer.y + shift.y };
}
