import type { ShapeOutline } from './outline.ts';

/** Heart with its point down. */
export const heart: ShapeOutline = {
  kind: 'heart',
  open: false,
  outline: ({ width, height }) => {
    const at = (x: number, y: number) => `${x * width} ${y * height}`;
    return (
      `M${at(0.5, 1)}C${at(0.1, 0.7)} ${at(0, 0.5)} ${at(0, 0.29)}C${at(0, 0.1)} ${at(0.13, 0)} ${at(0.27, 0)}` +
      `C${at(0.38, 0)} ${at(0.46, 0.07)} ${at(0.5, 0.18)}C${at(0.54, 0.07)} ${at(0.62, 0)} ${at(0.73, 0)}` +
      `C${at(0.87, 0)} ${at(1, 0.1)} ${at(1, 0.29)}C${at(1, 0.5)} ${at(0.9, 0.7)} ${at(0.5, 1)}Z`
    );
  },
};
