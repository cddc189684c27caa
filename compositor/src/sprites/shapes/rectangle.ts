import { roundedPath, type ShapeOutline } from './outline.ts';

/** Rectangle, rounded by `cornerRadius`. */
export const rectangle: ShapeOutline = {
  kind: 'rectangle',
  open: false,
  outline: (form) => roundedPath(form, form.cornerRadius),
};
