import { polygonPath, type ShapeOutline, stretch } from './outline.ts';

/** Trapezoid whose upper side is half as long as the lower one. */
export const trapezoid: ShapeOutline = {
  kind: 'trapezoid',
  open: false,
  outline: (form) =>
    polygonPath(
      stretch(form, [
        [0.25, 0],
        [0.75, 0],
        [1, 1],
        [0, 1],
      ]),
      form.cornerRadius,
    ),
};
