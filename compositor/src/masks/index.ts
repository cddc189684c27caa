import { circle } from './circle.ts';
import type { MaskShape } from './define-mask.ts';
import { diamond } from './diamond.ts';
import { ellipse } from './ellipse.ts';
import { heart } from './heart.ts';
import { hexagon } from './hexagon.ts';
import { image } from './image.ts';
import { linear } from './linear.ts';
import { mirror } from './mirror.ts';
import { path } from './path.ts';
import { polygon } from './polygon.ts';
import { rectangle } from './rectangle.ts';
import { roundedRectangle } from './rounded-rectangle.ts';
import { star } from './star.ts';
import { text } from './text.ts';
import { triangle } from './triangle.ts';

/**
 * All mask shapes, in the order of the vocabulary; `none` is not a shape. Each shape has one file and one line here.
 */
export const maskShapes: readonly MaskShape[] = [
  rectangle,
  roundedRectangle,
  circle,
  ellipse,
  triangle,
  diamond,
  hexagon,
  star,
  heart,
  linear,
  mirror,
  polygon,
  path,
  text,
  image,
];
