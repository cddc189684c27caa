import { arc } from './arc.ts';
import { arrow } from './arrow.ts';
import { burst } from './burst.ts';
import { chevron } from './chevron.ts';
import { circle } from './circle.ts';
import { cross } from './cross.ts';
import { diamond } from './diamond.ts';
import { doubleArrow } from './double-arrow.ts';
import { ellipse } from './ellipse.ts';
import { heart } from './heart.ts';
import { hexagon } from './hexagon.ts';
import { line } from './line.ts';
import { octagon } from './octagon.ts';
import type { ShapeOutline } from './outline.ts';
import { parallelogram } from './parallelogram.ts';
import { path } from './path.ts';
import { pentagon } from './pentagon.ts';
import { pie } from './pie.ts';
import { polygon } from './polygon.ts';
import { rectangle } from './rectangle.ts';
import { ring } from './ring.ts';
import { roundedRectangle } from './rounded-rectangle.ts';
import { speechBubble } from './speech-bubble.ts';
import { square } from './square.ts';
import { star } from './star.ts';
import { trapezoid } from './trapezoid.ts';
import { triangle } from './triangle.ts';

/** All shapes, in the order of the catalogue. */
export const shapeOutlines: readonly ShapeOutline[] = [
  rectangle,
  circle,
  triangle,
  arrow,
  line,
  star,
  roundedRectangle,
  ellipse,
  square,
  diamond,
  pentagon,
  hexagon,
  octagon,
  polygon,
  parallelogram,
  trapezoid,
  cross,
  heart,
  ring,
  pie,
  arc,
  chevron,
  doubleArrow,
  speechBubble,
  burst,
  path,
];

export type { ShapeForm, ShapeOutline } from './outline.ts';
