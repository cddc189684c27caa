import { roundedPath, type ShapeOutline } from './outline.ts';

/** A rectangle; `cornerRadius` rounds it. */
export const rectangle: ShapeOutline = {
  kind: 'rectangle',
  open: false,
  outline: (form) => roundedPath(form, form.cornerRadius),
};
