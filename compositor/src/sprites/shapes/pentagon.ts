import { polygonPath, regularCorners, type ShapeOutline } from './outline.ts';

/** Five equal sides, point up. */
export const pentagon: ShapeOutline = {
  kind: 'pentagon',
  open: false,
  outline: (form) => polygonPath(regularCorners(form, 5), form.cornerRadius),
};
