import { type Static, Type } from '#typebox';
import { SHAPE_KINDS } from '../vocabulary/index.ts';
import { color } from './color.ts';
import { GradientSchema } from './gradient.ts';
import { LIMITS } from './limits.ts';
import { CLOSED, fraction, numberIn, oneOf, pixels, text } from './scalars.ts';

/** Schema of a shape. Its box is `width` x `height` pixels at scale 1, centred on the clip. */
export const ShapeSchema = Type.Object(
  {
    kind: oneOf(SHAPE_KINDS, 'Which shape.'),
    fill: Type.Optional(
      Type.Union([color('One colour.'), GradientSchema], { description: 'Inside; colour or gradient.' }),
    ),
    stroke: Type.Optional(color('Colour of the line.')),
    strokeWidth: Type.Optional(pixels('Width of the line.', 1_000)),
    dash: Type.Optional(
      Type.Array(pixels('Length of a dash or gap.', 10_000), { maxItems: 16, description: 'Dashes and gaps in turn.' }),
    ),
    cornerRadius: Type.Optional(pixels('Radius of the corners.')),
    width: Type.Optional(pixels('Width of the box.')),
    height: Type.Optional(pixels('Height of the box.')),
    points: Type.Optional(Type.Integer({ minimum: 2, maximum: 200, description: 'Points of a star or burst.' })),
    sides: Type.Optional(Type.Integer({ minimum: 3, maximum: 200, description: 'Sides of a polygon.' })),
    innerRatio: Type.Optional(fraction('Inner radius of a star, burst or ring as a share of the outer.')),
    startAngle: Type.Optional(numberIn(-360, 360, 'Where a pie or arc starts; 0 points up, clockwise. Degrees.')),
    sweep: Type.Optional(numberIn(-360, 360, 'Extent of a pie or arc. Degrees.')),
    d: Type.Optional(text(LIMITS.pathLength, 'SVG path data of kind path, in the pixels of the box.')),
    trimStart: Type.Optional(fraction('Where drawing of the line starts along its length.')),
    trimEnd: Type.Optional(fraction('Where drawing of the line ends along its length.')),
  },
  CLOSED,
);

/** A shape, with its fill and stroke. */
export type Shape = Static<typeof ShapeSchema>;
