import { polygonPath, type ShapeOutline, starCorners } from './outline.ts';

/** Star with `points` points (default 5) and inner corners at `innerRatio` (default 0.4) of its size. */
export const star: ShapeOutline = {
  kind: 'star',
  open: false,
  outline: (form) =>
    polygonPath(
      starCorners(form, Math.max(3, Math.round(form.points ?? 5)), form.innerRatio ?? 0.4),
      form.cornerRadius,
    ),
};
