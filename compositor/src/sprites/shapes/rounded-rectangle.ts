import { roundedPath, type ShapeOutline } from './outline.ts';

/** Rectangle with round corners: `cornerRadius`, or by default a quarter of the shorter side. */
export const roundedRectangle: ShapeOutline = {
  kind: 'rounded-rectangle',
  open: false,
  outline: (form) => roundedPath(form, form.cornerRadius || Math.min(form.width, form.height) / 4),
};
