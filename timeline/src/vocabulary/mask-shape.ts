/** Shapes of mask. */
export const MASK_SHAPES = [
  'none',
  'rectangle',
  'rounded-rectangle',
  'circle',
  'ellipse',
  'triangle',
  'diamond',
  'hexagon',
  'star',
  'heart',
  'linear',
  'mirror',
  'polygon',
  'path',
  'text',
  'image',
] as const;

/** Name of a mask's shape. */
export type MaskShape = (typeof MASK_SHAPES)[number];
