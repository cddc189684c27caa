import {
  ellipsePath,
  polygonPath,
  regularCorners,
  roundedPath,
  type ShapeForm,
  type ShapeOutline,
  stretch,
} from './outline.ts';

/** Rectangle that fills the box, with corners of radius `cornerRadius`. */
export const rectangle: ShapeOutline = {
  kind: 'rectangle',
  open: false,
  outline: (form) => roundedPath(form, form.cornerRadius),
};

/** Rectangle with round corners: `cornerRadius`, or by default a quarter of the shorter side. */
export const roundedRectangle: ShapeOutline = {
  kind: 'rounded-rectangle',
  open: false,
  outline: (form) => roundedPath(form, form.cornerRadius || Math.min(form.width, form.height) / 4),
};

/** Square in the centre of the box, whose sides are as long as the box's shorter side. */
export const square: ShapeOutline = {
  kind: 'square',
  open: false,
  outline: (form) => squarePath(form),
};

function squarePath(form: ShapeForm): string {
  const side = Math.min(form.width, form.height);
  const [x, y] = [(form.width - side) / 2, (form.height - side) / 2];
  if (form.cornerRadius <= 0) return `M${x} ${y}h${side}v${side}h${-side}Z`;
  const r = Math.min(form.cornerRadius, side / 2);
  const [run, arc] = [side - 2 * r, `a${r} ${r} 0 0 1`];
  return (
    `M${x + r} ${y}h${run}${arc} ${r} ${r}v${run}${arc} ${-r} ${r}` +
    `h${-run}${arc} ${-r} ${-r}v${-run}${arc} ${r} ${-r}Z`
  );
}

/** Circle in the centre of the box, with the shorter side as its diameter. */
export const circle: ShapeOutline = {
  kind: 'circle',
  open: false,
  outline: (form) => circlePath(form),
};

function circlePath({ width, height }: ShapeForm): string {
  const r = Math.min(width, height) / 2;
  const arc = `A${r} ${r} 0 1 1`;
  return `M${width / 2 - r} ${height / 2}${arc} ${width / 2 + r} ${height / 2}${arc} ${width / 2 - r} ${height / 2}Z`;
}

/** Ellipse that fills the box. */
export const ellipse: ShapeOutline = {
  kind: 'ellipse',
  open: false,
  outline: (form) => ellipsePath(form),
};

/** Isosceles triangle with its point at the top. */
export const triangle: ShapeOutline = {
  kind: 'triangle',
  open: false,
  outline: (form) =>
    polygonPath(
      stretch(form, [
        [0.5, 0],
        [1, 1],
        [0, 1],
      ]),
      form.cornerRadius,
    ),
};

/** Rhombus with its corners at the centres of the box's sides. */
export const diamond: ShapeOutline = {
  kind: 'diamond',
  open: false,
  outline: (form) =>
    polygonPath(
      stretch(form, [
        [0.5, 0],
        [1, 0.5],
        [0.5, 1],
        [0, 0.5],
      ]),
      form.cornerRadius,
    ),
};

/** Pentagon with five equal sides and a corner at the top. */
export const pentagon: ShapeOutline = {
  kind: 'pentagon',
  open: false,
  outline: (form) => polygonPath(regularCorners(form, 5), form.cornerRadius),
};

/** Hexagon with six equal sides and a corner at the top. */
export const hexagon: ShapeOutline = {
  kind: 'hexagon',
  open: false,
  outline: (form) => polygonPath(regularCorners(form, 6), form.cornerRadius),
};

// Position at which a square's corners are cut to get eight equal sides.
const cut = 1 - Math.SQRT1_2;

/** Octagon with a horizontal top side: a rectangle with cut corners. */
export const octagon: ShapeOutline = {
  kind: 'octagon',
  open: false,
  outline: (form) =>
    polygonPath(
      stretch(form, [
        [cut, 0],
        [1 - cut, 0],
        [1, cut],
        [1, 1 - cut],
        [1 - cut, 1],
        [cut, 1],
        [0, 1 - cut],
        [0, cut],
      ]),
      form.cornerRadius,
    ),
};

/** Regular polygon with `sides` sides (3-200, default 6) and a corner at the top. */
export const polygon: ShapeOutline = {
  kind: 'polygon',
  open: false,
  outline: (form) =>
    polygonPath(regularCorners(form, Math.min(200, Math.max(3, Math.round(form.sides ?? 6)))), form.cornerRadius),
};

/** Rectangle that is slanted to the right by a quarter of its width. */
export const parallelogram: ShapeOutline = {
  kind: 'parallelogram',
  open: false,
  outline: (form) =>
    polygonPath(
      stretch(form, [
        [0.25, 0],
        [1, 0],
        [0.75, 1],
        [0, 1],
      ]),
      form.cornerRadius,
    ),
};

/** Trapezoid whose top side is half as long as its bottom side. */
export const trapezoid: ShapeOutline = {
  kind: 'trapezoid',
  open: false,
  outline: (form) =>
    polygonPath(
      stretch(form, [
        [0.25, 0],
        [0.75, 0],
        [1, 1],
        [0, 1],
      ]),
      form.cornerRadius,
    ),
};

/** Straight horizontal line through the centre of the box. */
export const line: ShapeOutline = {
  kind: 'line',
  open: true,
  outline: ({ width, height }) => `M0 ${height / 2}H${width}`,
};

/** Custom outline: the shape's own SVG path data `d`, in document pixels from the box's top left corner. */
export const path: ShapeOutline = {
  kind: 'path',
  open: false,
  outline: (form) => form.d ?? '',
};
