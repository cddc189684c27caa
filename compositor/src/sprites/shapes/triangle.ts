import { polygonPath, type ShapeOutline, stretch } from './outline.ts';

/** Isosceles triangle with its point at the top. */
export const triangle: ShapeOutline = {
  kind: 'triangle',
  open: false,
  outline: (form) =>
    polygonPath(
      stretch(form, [
        [0.5, 0],
        [1, 1],
        [0, 1],
      ]),
      form.cornerRadius,
    ),
};
