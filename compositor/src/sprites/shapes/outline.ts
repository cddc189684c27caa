/** Parameters of a shape's outline; lengths are in document pixels. Absent parameters have the default of the shape. */
export interface ShapeForm {
  width: number;
  height: number;
  cornerRadius: number;
  points?: number;
  sides?: number;
  innerRatio?: number;
  /** Start of a slice or arc, in degrees clockwise from 12 o'clock. */
  startAngle?: number;
  /** Extent of a slice or arc, in degrees clockwise. */
  sweep?: number;
  /** SVG path data of `path` shapes, in document pixels from the box's corner. */
  d?: string;
}

/** One shape of the shape catalogue. Its outline is SVG path data inside the box (0, 0) to (width, height). */
export interface ShapeOutline {
  readonly kind: string;
  /** Whether the outline is open. Open outlines are stroked and never filled. */
  readonly open: boolean;
  outline(form: ShapeForm): string;
}

/** Point of an outline, in pixels of the box. */
export type Corner = readonly [x: number, y: number];

/**
 * Returns the path data of a closed polygon. Its corners are rounded by `radius`, limited to half of the adjacent
 * sides.
 */
export function polygonPath(corners: readonly Corner[], radius = 0): string {
  if (radius <= 0) return `M${corners.map(([x, y]) => `${x} ${y}`).join('L')}Z`;
  const parts = corners.map((corner, index) => {
    const before = corners[(index + corners.length - 1) % corners.length] ?? corner;
    const after = corners[(index + 1) % corners.length] ?? corner;
    const [start, end] = [toward(corner, before, radius), toward(corner, after, radius)];
    return `${index === 0 ? 'M' : 'L'}${start.join(' ')}Q${corner.join(' ')} ${end.join(' ')}`;
  });
  return `${parts.join('')}Z`;
}

/** Returns the corners of a polygon, stretched from the unit square to the form's box. */
export function stretch(form: ShapeForm, unit: readonly Corner[]): Corner[] {
  return unit.map(([x, y]) => [x * form.width, y * form.height]);
}

/** Returns the corners of a regular polygon on the box's ellipse, the first corner at 12 o'clock. */
export function regularCorners(form: ShapeForm, sides: number): Corner[] {
  return Array.from({ length: sides }, (_, index) => onEllipse(form, (index * 360) / sides, 1));
}

/**
 * Returns the corners of a star, which alternate between the box's ellipse and an ellipse of `innerRatio` of its size.
 */
export function starCorners(form: ShapeForm, points: number, innerRatio: number): Corner[] {
  return Array.from({ length: points * 2 }, (_, index) =>
    onEllipse(form, (index * 180) / points, index % 2 === 0 ? 1 : innerRatio),
  );
}

/**
 * Returns the point at `degrees` clockwise from 12 o'clock on the box's ellipse, scaled by `ratio` about its centre.
 */
export function onEllipse(form: ShapeForm, degrees: number, ratio: number): Corner {
  const angle = (degrees * Math.PI) / 180;
  return [form.width * (0.5 + (Math.sin(angle) * ratio) / 2), form.height * (0.5 - (Math.cos(angle) * ratio) / 2)];
}

/** Returns the path data of the box's ellipse, scaled by `ratio` about its centre. */
export function ellipsePath(form: ShapeForm, ratio = 1): string {
  const [rx, ry] = [(form.width * ratio) / 2, (form.height * ratio) / 2];
  const [left, right, y] = [form.width / 2 - rx, form.width / 2 + rx, form.height / 2];
  return `M${left} ${y}A${rx} ${ry} 0 1 1 ${right} ${y}A${rx} ${ry} 0 1 1 ${left} ${y}Z`;
}

/** Returns the path data of the box's rectangle with circular corners. */
export function roundedPath(form: ShapeForm, radius: number): string {
  const { width, height } = form;
  const r = Math.max(0, Math.min(radius, width / 2, height / 2));
  if (r === 0) return `M0 0H${width}V${height}H0Z`;
  const arc = `A${r} ${r} 0 0 1`;
  return (
    `M${r} 0H${width - r}${arc} ${width} ${r}V${height - r}${arc} ${width - r} ${height}` +
    `H${r}${arc} 0 ${height - r}V${r}${arc} ${r} 0Z`
  );
}

function toward([x, y]: Corner, [tx, ty]: Corner, distance: number): Corner {
  const length = Math.hypot(tx - x, ty - y);
  const share = length === 0 ? 0 : Math.min(0.5, distance / length);
  return [x + (tx - x) * share, y + (ty - y) * share];
}
