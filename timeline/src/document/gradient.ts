import { type Static, Type } from '#typebox';
import { color } from './color.ts';
import { LIMITS } from './limits.ts';
import { CLOSED, fraction, numberIn, oneOf } from './scalars.ts';

/** Schema of a gradient over the box of a shape or a text. */
export const GradientSchema = Type.Object(
  {
    type: oneOf(['linear', 'radial'], 'Along a line, or from the centre outwards.'),
    angle: Type.Optional(numberIn(-360, 360, 'Direction of a linear gradient; 0 points up, clockwise (CSS). Degrees.')),
    stops: Type.Array(
      Type.Object({ offset: fraction('Place of the stop.'), color: color('Colour at the stop.') }, CLOSED),
      { minItems: 2, maxItems: LIMITS.gradientStops, description: 'Colours in order of their offsets.' },
    ),
  },
  { ...CLOSED, description: 'Gradient.' },
);

/** A gradient, linear or radial, with its stops. */
export type Gradient = Static<typeof GradientSchema>;
