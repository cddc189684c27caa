import type { ShapeForm, ShapeOutline } from './outline.ts';

/** Circle in the centre of the box, with the shorter side as its diameter. */
export const circle: ShapeOutline = {
  kind: 'circle',
  open: false,
  outline: (form) => circlePath(form),
};

function circlePath({ width, height }: ShapeForm): string {
  const r = Math.min(width, height) / 2;
  const arc = `A${r} ${r} 0 1 1`;
  return `M${width / 2 - r} ${height / 2}${arc} ${width / 2 + r} ${height / 2}${arc} ${width / 2 - r} ${height / 2}Z`;
}
