import { polygonPath, type ShapeOutline, stretch } from './outline.ts';

// Where the corners of a square are cut for eight equal sides.
const cut = 1 - Math.SQRT1_2;

/** Eight sides, lying flat: a rectangle with cut corners. */
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
