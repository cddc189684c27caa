/** How a picture fills the canvas at scale 1. */
export const FITS = ['cover', 'contain', 'fill', 'none', 'contain-blur'] as const;

export type Fit = (typeof FITS)[number];
