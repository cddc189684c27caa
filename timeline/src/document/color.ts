import { type Static, Type } from '#typebox';
import { LIMITS } from './limits.ts';
import { COLOR_PATTERN, isColor } from './parse-color.ts';
import { CLOSED, fraction, numberIn, oneOf } from './scalars.ts';

/** Schema of a CSS colour in any notation, upper or lower case. */
export function color(description: string) {
  const schema = Type.String({
    pattern: COLOR_PATTERN,
    maxLength: 64,
    description: `${description} A CSS colour: #rrggbb, rgb(), hsl() or a name.`,
  });
  return Type.Refine(schema, isColor, () => 'is not a colour');
}

/** Schema of a CSS colour or `auto`, which stands for the colour in the corners of the image. */
export function colorOrAuto(description: string) {
  const schema = Type.String({
    pattern: COLOR_PATTERN,
    maxLength: 64,
    description: `${description} A CSS colour, or auto: the colour of the picture's corners.`,
  });
  return Type.Refine(
    schema,
    (value) => value === 'auto' || isColor(value),
    () => 'is not a colour',
  );
}

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
