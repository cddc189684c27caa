import { polygonPath, type ShapeOutline, stretch } from './outline.ts';

/** Chevron that points to the right. */
export const chevron: ShapeOutline = {
  kind: 'chevron',
  open: false,
  outline: (form) =>
    polygonPath(
      stretch(form, [
        [0, 0],
        [0.6, 0],
        [1, 0.5],
        [0.6, 1],
        [0, 1],
        [0.4, 0.5],
      ]),
      form.cornerRadius,
    ),
};
