import {
  ellipsePath,
  onEllipse,
  polygonPath,
  type ShapeForm,
  type ShapeOutline,
  starCorners,
  stretch,
} from './outline.ts';

/**
 * Star with `points` points (default 5). Its inner corners are at `innerRatio` (default 0.4) of the points' distance
 * from the centre.
 */
export const star: ShapeOutline = {
  kind: 'star',
  open: false,
  outline: (form) =>
    polygonPath(
      starCorners(form, Math.max(3, Math.round(form.points ?? 5)), form.innerRatio ?? 0.4),
      form.cornerRadius,
    ),
};

/** Star with many short points (`points`, default 12; `innerRatio`, default 0.8). */
export const burst: ShapeOutline = {
  kind: 'burst',
  open: false,
  outline: (form) =>
    polygonPath(
      starCorners(form, Math.max(3, Math.round(form.points ?? 12)), form.innerRatio ?? 0.8),
      form.cornerRadius,
    ),
};

/** Heart with its point down. */
export const heart: ShapeOutline = {
  kind: 'heart',
  open: false,
  outline: ({ width, height }) => {
    const at = (x: number, y: number) => `${x * width} ${y * height}`;
    return (
      `M${at(0.5, 1)}C${at(0.1, 0.7)} ${at(0, 0.5)} ${at(0, 0.29)}C${at(0, 0.1)} ${at(0.13, 0)} ${at(0.27, 0)}` +
      `C${at(0.38, 0)} ${at(0.46, 0.07)} ${at(0.5, 0.18)}C${at(0.54, 0.07)} ${at(0.62, 0)} ${at(0.73, 0)}` +
      `C${at(0.87, 0)} ${at(1, 0.1)} ${at(1, 0.29)}C${at(1, 0.5)} ${at(0.9, 0.7)} ${at(0.5, 1)}Z`
    );
  },
};

/** Plus sign whose two bars are each a third of the box thick. */
export const cross: ShapeOutline = {
  kind: 'cross',
  open: false,
  outline: (form) =>
    polygonPath(
      stretch(form, [
        [1 / 3, 0],
        [2 / 3, 0],
        [2 / 3, 1 / 3],
        [1, 1 / 3],
        [1, 2 / 3],
        [2 / 3, 2 / 3],
        [2 / 3, 1],
        [1 / 3, 1],
        [1 / 3, 2 / 3],
        [0, 2 / 3],
        [0, 1 / 3],
        [1 / 3, 1 / 3],
      ]),
      form.cornerRadius,
    ),
};

/**
 * Ellipse with an elliptical hole, whose size is `innerRatio` (default 0.6) of the ellipse's. Filled by the even-odd
 * rule.
 */
export const ring: ShapeOutline = {
  kind: 'ring',
  open: false,
  outline: (form) => ellipsePath(form) + ellipsePath(form, Math.min(0.99, Math.max(0.01, form.innerRatio ?? 0.6))),
};

/** Slice of the box's ellipse: `sweep` degrees (default 270) clockwise from `startAngle` (default 0). */
export const pie: ShapeOutline = {
  kind: 'pie',
  open: false,
  outline: (form) => {
    const { start, sweep } = slice(form);
    if (sweep >= 360) return ellipsePath(form);
    const [from, to] = [onEllipse(form, start, 1), onEllipse(form, start + sweep, 1)];
    const arc = `A${form.width / 2} ${form.height / 2} 0 ${sweep > 180 ? 1 : 0} 1 ${to.join(' ')}`;
    return `M${form.width / 2} ${form.height / 2}L${from.join(' ')}${arc}Z`;
  },
};

/**
 * Returns the start of a slice and its clockwise extent, in degrees. A negative sweep runs counterclockwise and is
 * normalized.
 */
function slice(form: ShapeForm): { start: number; sweep: number } {
  const start = form.startAngle ?? 0;
  const sweep = form.sweep ?? 270;
  return sweep < 0 ? { start: start + sweep, sweep: -sweep } : { start, sweep };
}

/** Arc of the box's ellipse: `sweep` degrees (default 270) clockwise from `startAngle` (default 0). */
export const arc: ShapeOutline = {
  kind: 'arc',
  open: true,
  outline: (form) => {
    const { start, sweep } = slice(form);
    const length = Math.min(359.99, Math.max(0.01, sweep));
    const [from, to] = [onEllipse(form, start, 1), onEllipse(form, start + length, 1)];
    return `M${from.join(' ')}A${form.width / 2} ${form.height / 2} 0 ${length > 180 ? 1 : 0} 1 ${to.join(' ')}`;
  },
};

/** Arrow to the right. */
export const arrow: ShapeOutline = {
  kind: 'arrow',
  open: false,
  outline: (form) =>
    polygonPath(
      stretch(form, [
        [0, 0.3],
        [0.6, 0.3],
        [0.6, 0],
        [1, 0.5],
        [0.6, 1],
        [0.6, 0.7],
        [0, 0.7],
      ]),
      form.cornerRadius,
    ),
};

/** Arrow with a head at the left and at the right end. */
export const doubleArrow: ShapeOutline = {
  kind: 'double-arrow',
  open: false,
  outline: (form) =>
    polygonPath(
      stretch(form, [
        [0, 0.5],
        [0.3, 0],
        [0.3, 0.3],
        [0.7, 0.3],
        [0.7, 0],
        [1, 0.5],
        [0.7, 1],
        [0.7, 0.7],
        [0.3, 0.7],
        [0.3, 1],
      ]),
      form.cornerRadius,
    ),
};

/** Chevron that points to the right. */
export const chevron: ShapeOutline = {
  kind: 'chevron',
  open: false,
  outline: (form) =>
    polygonPath(
      stretch(form, [
        [0, 0],
        [0.6, 0],
        [1, 0.5],
        [0.6, 1],
        [0, 1],
        [0.4, 0.5],
      ]),
      form.cornerRadius,
    ),
};

/** Rounded rectangle in the upper four fifths of the box, with a tail at the lower left. */
export const speechBubble: ShapeOutline = {
  kind: 'speech-bubble',
  open: false,
  outline: (form) => {
    const { width, height } = form;
    const bottom = height * 0.8;
    const r = Math.min(form.cornerRadius || Math.min(width, bottom) / 5, width / 2, bottom / 2);
    const arc = `A${r} ${r} 0 0 1`;
    const tail = `H${Math.max(r, width * 0.4)}L${width * 0.15} ${height}L${Math.max(r, width * 0.2)} ${bottom}H${r}`;
    return (
      `M${r} 0H${width - r}${arc} ${width} ${r}V${bottom - r}${arc} ${width - r} ${bottom}` +
      `${tail}${arc} 0 ${bottom - r}V${r}${arc} ${r} 0Z`
    );
  },
};
