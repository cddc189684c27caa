import { ellipsePath, type ShapeOutline } from './outline.ts';

/** Ellipse that fills the box. */
export const ellipse: ShapeOutline = {
  kind: 'ellipse',
  open: false,
  outline: (form) => ellipsePath(form),
};
