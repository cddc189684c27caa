/** Kinds of shape. */
export const SHAPE_KINDS = [
  'rectangle',
  'circle',
  'triangle',
  'arrow',
  'line',
  'star',
  'rounded-rectangle',
  'ellipse',
  'square',
  'diamond',
  'pentagon',
  'hexagon',
  'octagon',
  'polygon',
  'parallelogram',
  'trapezoid',
  'cross',
  'heart',
  'ring',
  'pie',
  'arc',
  'chevron',
  'double-arrow',
  'speech-bubble',
  'burst',
  'path',
] as const;

/** Name of a drawn shape. */
export type ShapeKind = (typeof SHAPE_KINDS)[number];
