import { polygonPath, regularCorners, type ShapeOutline } from './outline.ts';

/** Pentagon with five equal sides and a corner at the top. */
export const pentagon: ShapeOutline = {
  kind: 'pentagon',
  open: false,
  outline: (form) => polygonPath(regularCorners(form, 5), form.cornerRadius),
};
