import type { Shape } from '@framemill/timeline';
import { canonicalJson } from '../plan/canonical-json.ts';
import { boxFill, cssColor } from './paint.ts';
import { type ShapeDrawing, shapeBleed, shapeDrawing } from './shapes/shape-drawing.ts';
import type { Sprite } from './sprite.ts';
import type { VectorContext, VectorLibrary } from './vector-library.ts';

/** Returns the sprite of a shape clip: the fill, then the stroke centred on the outline. */
export function shapeSprite(shape: Shape, vectors: VectorLibrary): Sprite {
  const drawing = shapeDrawing(shape);
  return {
    key: `shape ${canonicalJson(shape)}`,
    width: drawing.width,
    height: drawing.height,
    bleed: shapeBleed(drawing),
    draw: (context) => drawShape(context, drawing, vectors),
  };
}

function drawShape(
  context: VectorContext,
  { width, height, outline, fill, stroke }: ShapeDrawing,
  vectors: VectorLibrary,
): void {
  if (fill !== null) {
    context.fillStyle = boxFill(context, fill, width, height);
    context.fill(vectors.createPath(outline), 'evenodd');
  }
  if (stroke === null) return;
  context.strokeStyle = cssColor(stroke.color);
  context.lineWidth = stroke.width;
  context.setLineDash([...stroke.dash]);
  const isWhole = stroke.from <= 0 && stroke.to >= 1;
  context.stroke(isWhole ? vectors.createPath(outline) : vectors.createTrimmedPath(outline, stroke.from, stroke.to));
}
