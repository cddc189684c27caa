import { polygonPath, type ShapeOutline, stretch } from './outline.ts';

/** Rectangle that is slanted to the right by a quarter of its width. */
export const parallelogram: ShapeOutline = {
  kind: 'parallelogram',
  open: false,
  outline: (form) =>
    polygonPath(
      stretch(form, [
        [0.25, 0],
        [1, 0],
        [0.75, 1],
        [0, 1],
      ]),
      form.cornerRadius,
    ),
};
