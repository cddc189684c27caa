import type { ShapeOutline } from './outline.ts';

/** A straight line across the middle of the box. */
export const line: ShapeOutline = {
  kind: 'line',
  open: true,
  outline: ({ width, height }) => `M0 ${height / 2}H${width}`,
};
