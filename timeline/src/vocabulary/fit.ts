/** How a picture fills the canvas at scale 1. */
export const FITS = ['cover', 'contain', 'fill', 'none', 'contain-blur'] as const;

/** How a picture is fitted to its box. */
export type Fit = (typeof FITS)[number];
