import type { ShapeOutline } from './outline.ts';

/** Rounded box over the upper four fifths, with its tail at the lower left. */
export const speechBubble: ShapeOutline = {
  kind: 'speech-bubble',
  open: false,
  outline: (form) => {
    const { width, height } = form;
    const bottom = height * 0.8;
    const r = Math.min(form.cornerRadius || Math.min(width, bottom) / 5, width / 2, bottom / 2);
    const arc = `A${r} ${r} 0 0 1`;
    const tail = `H${Math.max(r, width * 0.4)}L${width * 0.15} ${height}L${Math.max(r, width * 0.2)} ${bottom}H${r}`;
    return (
      `M${r} 0H${width - r}${arc} ${width} ${r}V${bottom - r}${arc} ${width - r} ${bottom}` +
      `${tail}${arc} 0 ${bottom - r}V${r}${arc} ${r} 0Z`
    );
  },
};
