import { polygonPath, regularCorners, type ShapeOutline } from './outline.ts';

/** Hexagon with six equal sides and a corner at the top. */
export const hexagon: ShapeOutline = {
  kind: 'hexagon',
  open: false,
  outline: (form) => polygonPath(regularCorners(form, 6), form.cornerRadius),
};
