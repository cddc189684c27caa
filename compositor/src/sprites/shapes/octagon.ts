import { polygonPath, type ShapeOutline, stretch } from './outline.ts';

// Position at which a square's corners are cut to get eight equal sides.
const cut = 1 - Math.SQRT1_2;

/** Octagon with a horizontal top side: a rectangle with cut corners. */
export const octagon: ShapeOutline = {
  kind: 'octagon',
  open: false,
  outline: (form) =>
    polygonPath(
      stretch(form, [
        [cut, 0],
        [1 - cut, 0],
        [1, cut],
        [1, 1 - cut],
        [1 - cut, 1],
        [cut, 1],
        [0, 1 - cut],
        [0, cut],
      ]),
      form.cornerRadius,
    ),
};
