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

/** Every mask, in the order of the vocabulary; `none` is no mask. One file and one line each. */
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
