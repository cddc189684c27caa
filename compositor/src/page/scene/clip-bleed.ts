import type { Clip } from '@framemill/timeline';
import { shapeBleed, shapeDrawing } from '../../sprites/shapes/shape-drawing.ts';
import { bleedOf, movingHaloOf } from '../../sprites/text/static-sprite.ts';
import type { PageData } from '../page-data.ts';

/**
 * Computes how far a clip's image may extend beyond its box because of strokes, shadows and moving letters. Document
 * pixels.
 */
export function imageBleed({ type, id, shape, textStyle }: Clip, { texts }: Pick<PageData, 'texts'>): number {
  if (type === 'shape') return shape ? shapeBleed(shapeDrawing(shape)) : 0;
  const layout = texts[id];
  if (type !== 'text' || !textStyle || !layout) return 0;
  return textStyle.animation || textStyle.words ? movingHaloOf(textStyle, layout) : bleedOf(textStyle, layout);
}
