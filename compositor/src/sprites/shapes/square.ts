import type { ShapeForm, ShapeOutline } from './outline.ts';

/** Square in the centre of the box, with the length of the shorter side. */
export const square: ShapeOutline = {
  kind: 'square',
  open: false,
  outline: (form) => squarePath(form),
};

function squarePath(form: ShapeForm): string {
  const side = Math.min(form.width, form.height);
  const [x, y] = [(form.width - side) / 2, (form.height - side) / 2];
  if (form.cornerRadius <= 0) return `M${x} ${y}h${side}v${side}h${-side}Z`;
  const r = Math.min(form.cornerRadius, side / 2);
  const [run, arc] = [side - 2 * r, `a${r} ${r} 0 0 1`];
  return (
    `M${x + r} ${y}h${run}${arc} ${r} ${r}v${run}${arc} ${-r} ${r}` +
    `h${-run}${arc} ${-r} ${-r}v${-run}${arc} ${r} ${-r}Z`
  );
}
