import { polygonPath, type ShapeOutline, stretch } from './outline.ts';

/** Rhombus with its corners at the centres of the box's sides. */
export const diamond: ShapeOutline = {
  kind: 'diamond',
  open: false,
  outline: (form) =>
    polygonPath(
      stretch(form, [
        [0.5, 0],
        [1, 0.5],
        [0.5, 1],
        [0, 0.5],
      ]),
      form.cornerRadius,
    ),
};
