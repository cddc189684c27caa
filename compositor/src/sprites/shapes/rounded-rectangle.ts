import { roundedPath, type ShapeOutline } from './outline.ts';

/** A rectangle with round corners: a quarter of the shorter side unless `cornerRadius` says otherwise. */
export const roundedRectangle: ShapeOutline = {
  kind: 'rounded-rectangle',
  open: false,
  outline: (form) => roundedPath(form, form.cornerRadius || Math.min(form.width, form.height) / 4),
};
