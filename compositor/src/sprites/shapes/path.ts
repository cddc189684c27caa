import type { ShapeOutline } from './outline.ts';

/** Custom outline: the shape's own SVG path data `d`, in document pixels from the box's top left corner. */
export const path: ShapeOutline = {
  kind: 'path',
  open: false,
  outline: (form) => form.d ?? '',
};
