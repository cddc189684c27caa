import { polygonPath, type ShapeOutline, stretch } from './outline.ts';

/** Arrow to both the left and the right. */
export const doubleArrow: ShapeOutline = {
  kind: 'double-arrow',
  open: false,
  outline: (form) =>
    polygonPath(
      stretch(form, [
        [0, 0.5],
        [0.3, 0],
        [0.3, 0.3],
        [0.7, 0.3],
        [0.7, 0],
        [1, 0.5],
        [0.7, 1],
        [0.7, 0.7],
        [0.3, 0.7],
        [0.3, 1],
      ]),
      form.cornerRadius,
    ),
};
