import { FramemillError, type Gradient, type Shape } from '@framemill/timeline/rendering';
import { type ShapeForm, shapeOutlines } from './index.ts';

/**
 * Drawing of a shape clip with all defaults filled in. The fill (even-odd) is drawn first, then the stroke, centred on
 * the outline.
 */
export interface ShapeDrawing {
  /** Size of the clip's box, in document pixels. */
  readonly width: number;
  readonly height: number;
  /** SVG path data, in pixels of the box. */
  readonly outline: string;
  /** Fill colour, or a gradient over the box; null when the shape is not filled. */
  readonly fill: string | Gradient | null;
  /** Stroke; null without one. `from` and `to` are fractions of the outline's length. */
  readonly stroke: {
    readonly color: string;
    readonly width: number;
    readonly dash: readonly number[];
    readonly from: number;
    readonly to: number;
  } | null;
  /** Width of the stroke in document pixels; 0 without a stroke. */
  readonly strokeWidth: number;
}

const defaultSide = 200;
const defaultFill = '#ffffff';

/** Returns the drawing of a shape, with defaults for missing fields. Throws `invalid_request` for an unknown kind. */
export function shapeDrawing(shape: Shape): ShapeDrawing {
  const member = shapeOutlines.find((outline) => outline.kind === shape.kind);
  if (!member) {
    throw new FramemillError('invalid_request', `The shape "${shape.kind}" does not exist. Choose another.`);
  }
  const form = formOf(shape);
  const strokeWidth = shape.strokeWidth ?? (member.open || shape.stroke ? 4 : 0);
  const [from, to] = [shape.trimStart ?? 0, shape.trimEnd ?? 1];
  const color = shape.stroke ?? (typeof shape.fill === 'string' ? shape.fill : defaultFill);
  return {
    width: form.width,
    height: form.height,
    outline: member.outline(form),
    fill: member.open || shape.fill === 'none' ? null : (shape.fill ?? defaultFill),
    stroke: strokeWidth > 0 && to > from ? { color, width: strokeWidth, dash: shape.dash ?? [], from, to } : null,
    strokeWidth,
  };
}

/** Returns the distance by which a shape's stroke may extend beyond its box, in document pixels. */
export function shapeBleed({ strokeWidth }: ShapeDrawing): number {
  // Sharp corners extend further than half the stroke; the canvas limits them to ten times.
  return strokeWidth * 2 + 1;
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
