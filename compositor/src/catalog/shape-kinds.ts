/** The shapes that a shape clip can have. */
export const shapeKinds = [
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

/** The kind of a shape. */
export type ShapeKind = (typeof shapeKinds)[number];
