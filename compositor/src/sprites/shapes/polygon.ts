import { polygonPath, regularCorners, type ShapeOutline } from './outline.ts';

/** Regular polygon with `sides` sides (3-200, default 6) and a corner at the top. */
export const polygon: ShapeOutline = {
  kind: 'polygon',
  open: false,
  outline: (form) =>
    polygonPath(regularCorners(form, Math.min(200, Math.max(3, Math.round(form.sides ?? 6)))), form.cornerRadius),
};
