import type { Shape } from '@framemill/timeline';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { canonicalJson } from '../plan/canonical-json.ts';
import { boxFill, cssColor } from './paint.ts';
import { type ShapeDrawing, shapeBleed, shapeDrawing } from './shapes/shape-drawing.ts';
import type { Sprite } from './sprite.ts';
import { createPath } from './vector-library.ts';

/** Returns the sprite of a shape clip: the fill, then the stroke centred on the outline. */
export function shapeSprite(shape: Shape): Sprite {
  const drawing = shapeDrawing(shape);
  return {
    key: `shape ${canonicalJson(shape)}`,
    width: drawing.width,
    height: drawing.height,
    bleed: shapeBleed(drawing),
    draw: (context) => drawShape(context, drawing),
  };
}

function drawShape(context: SKRSContext2D, { width, height, outline, fill, stroke }: ShapeDrawing): void {
  const path = createPath(outline);
  if (fill !== null) {
    context.fillStyle = boxFill(context, fill, width, height);
    context.fill(path, 'evenodd');
  }
  if (stroke === null) return;
  context.strokeStyle = cssColor(stroke.color);
  context.lineWidth = stroke.width;
  context.setLineDash([...stroke.dash]);
  if (stroke.from > 0 || stroke.to < 1) path.trim(stroke.from, stroke.to);
  context.stroke(path);
}
