import { polygonPath, type ShapeOutline, stretch } from './outline.ts';

/** Arrow to the right. */
export const arrow: ShapeOutline = {
  kind: 'arrow',
  open: false,
  outline: (form) =>
    polygonPath(
      stretch(form, [
        [0, 0.3],
        [0.6, 0.3],
        [0.6, 0],
        [1, 0.5],
        [0.6, 1],
        [0.6, 0.7],
        [0, 0.7],
      ]),
      form.cornerRadius,
    ),
};
