import { polygonPath, type ShapeOutline, starCorners } from './outline.ts';

/** Star with many short points (`points`, default 12; `innerRatio`, default 0.8). */
export const burst: ShapeOutline = {
  kind: 'burst',
  open: false,
  outline: (form) =>
    polygonPath(
      starCorners(form, Math.max(3, Math.round(form.points ?? 12)), form.innerRatio ?? 0.8),
      form.cornerRadius,
    ),
};
