import { polygonPath, type ShapeOutline, stretch } from './outline.ts';

/** Plus sign whose bars are a third of the box. */
export const cross: ShapeOutline = {
  kind: 'cross',
  open: false,
  outline: (form) =>
    polygonPath(
      stretch(form, [
        [1 / 3, 0],
        [2 / 3, 0],
        [2 / 3, 1 / 3],
        [1, 1 / 3],
        [1, 2 / 3],
        [2 / 3, 2 / 3],
        [2 / 3, 1],
        [1 / 3, 1],
        [1 / 3, 2 / 3],
        [0, 2 / 3],
        [0, 1 / 3],
        [1 / 3, 1 / 3],
      ]),
      form.cornerRadius,
    ),
};
