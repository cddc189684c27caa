/** Ways to show several clips at once: picture in picture, columns, rows, grid. */
export const LAYOUTS = ['pip', 'split-h', 'split-v', 'grid'] as const;

export type Layout = (typeof LAYOUTS)[number];
