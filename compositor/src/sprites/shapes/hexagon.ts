import { polygonPath, regularCorners, type ShapeOutline } from './outline.ts';

/** Six equal sides, point up. */
export const hexagon: ShapeOutline = {
  kind: 'hexagon',
  open: false,
  outline: (form) => polygonPath(regularCorners(form, 6), form.cornerRadius),
};
