import type { ShapeOutline } from './outline.ts';

/** Any outline: the shape's own SVG path data `d`, in document pixels from the box's corner. */
export const path: ShapeOutline = {
  kind: 'path',
  open: false,
  outline: (form) => form.d ?? '',
};
