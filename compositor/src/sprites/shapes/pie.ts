import { ellipsePath, onEllipse, type ShapeForm, type ShapeOutline } from './outline.ts';

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
export function slice(form: ShapeForm): { start: number; sweep: number } {
  const start = form.startAngle ?? 0;
  const sweep = form.sweep ?? 270;
  return sweep < 0 ? { start: start + sweep, sweep: -sweep } : { start, sweep };
}
