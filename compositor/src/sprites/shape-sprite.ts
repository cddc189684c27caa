import type { Shape } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/rendering';
import { Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { canonicalJson } from '../catalog/canonical-json.ts';
import { boxFill, cssColor } from './paint.ts';
import { type ShapeForm, type ShapeOutline, shapeOutlines } from './shapes/index.ts';
import type { Sprite } from './sprite.ts';

const defaultSide = 200;
const defaultFill = '#ffffff';

/** The drawing of a shape clip: fill, then stroke on the middle of the outline. */
export function shapeSprite(shape: Shape): Sprite {
  const member = shapeOutlines.find((outline) => outline.kind === shape.kind);
  if (!member) {
    throw new FramemillError('invalid_request', `There is no shape "${shape.kind}". Choose one of the catalogue's.`);
  }
  const form = formOf(shape);
  const outline = member.outline(form);
  const strokeWidth = shape.strokeWidth ?? (member.open || shape.stroke ? 4 : 0);
  return {
    key: `shape ${canonicalJson(shape)}`,
    width: form.width,
    height: form.height,
    // Sharp corners reach farther than half the stroke; the canvas cuts them at ten times.
    bleed: strokeWidth * 2 + 1,
    draw: (context) => drawShape(context, shape, member, form, outline, strokeWidth),
  };
}

function formOf(shape: Shape): ShapeForm {
  const { points, sides, innerRatio, startAngle, sweep, d } = shape;
  return {
    width: shape.width ?? defaultSide,
    height: shape.height ?? defaultSide,
    cornerRadius: shape.cornerRadius ?? 0,
    points,
    sides,
    innerRatio,
    startAngle,
    sweep,
    d,
  };
}

function drawShape(
  context: SKRSContext2D,
  shape: Shape,
  member: ShapeOutline,
  form: ShapeForm,
  outline: string,
  strokeWidth: number,
): void {
  const path = new Path2D(outline);
  if (!member.open && shape.fill !== 'none') {
    context.fillStyle = boxFill(context, shape.fill ?? defaultFill, form.width, form.height);
    context.fill(path, 'evenodd');
  }
  if (strokeWidth <= 0) return;
  const colour = shape.stroke ?? (typeof shape.fill === 'string' ? shape.fill : defaultFill);
  context.strokeStyle = cssColor(colour);
  context.lineWidth = strokeWidth;
  context.setLineDash(shape.dash ?? []);
  const [from, to] = [shape.trimStart ?? 0, shape.trimEnd ?? 1];
  if (from > 0 || to < 1) path.trim(from, to);
  if (to > from) context.stroke(path);
}
