import type { ShapeOutline } from './outline.ts';

/** Straight horizontal line through the centre of the box. */
export const line: ShapeOutline = {
  kind: 'line',
  open: true,
  outline: ({ width, height }) => `M0 ${height / 2}H${width}`,
};
