import { ellipsePath, type ShapeOutline } from './outline.ts';

/** Ellipse with an elliptical hole of `innerRatio` (default 0.6) of its size. Filled by the even-odd rule. */
export const ring: ShapeOutline = {
  kind: 'ring',
  open: false,
  outline: (form) => ellipsePath(form) + ellipsePath(form, Math.min(0.99, Math.max(0.01, form.innerRatio ?? 0.6))),
};
