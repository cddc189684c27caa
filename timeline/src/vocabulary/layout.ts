/** Ways to show several clips at once: picture in picture, columns, rows, grid. */
export const LAYOUTS = ['pip', 'split-h', 'split-v', 'grid'] as const;

/** Name of an arrangement of several clips on the canvas. */
export type Layout = (typeof LAYOUTS)[number];
