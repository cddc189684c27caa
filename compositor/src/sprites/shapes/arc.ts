import { onEllipse, type ShapeOutline } from './outline.ts';
import { slice } from './pie.ts';

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
