import { type Static, Type } from '#typebox';
import { CLOSED, fraction, numberIn, source } from './scalars.ts';

const signed = (description: string) => Type.Optional(numberIn(-1, 1, `${description} -1 to 1, 0 leaves as is.`));

const curve = (description: string) =>
  Type.Optional(
    Type.Array(Type.Tuple([numberIn(0, 1, 'In.'), numberIn(-1, 1, 'Out.')]), {
      minItems: 2,
      maxItems: 32,
      description,
    }),
  );

const wheel = (description: string) =>
  Type.Optional(
    Type.Object(
      {
        hue: numberIn(-360, 360, 'Hue that is added. Degrees.'),
        amount: fraction('How much of it.'),
        luma: Type.Optional(numberIn(-1, 1, 'Lightness added. -1 to 1.')),
      },
      { ...CLOSED, description },
    ),
  );

/**
 * Schema of a colour grade, applied in the order exposure, white balance, tones, contrast, saturation, vibrance,
 * wheels, curves, LUT.
 */
export const GradeSchema = Type.Object(
  {
    exposure: Type.Optional(numberIn(-5, 5, 'Exposure. Stops.')),
    contrast: signed('Contrast.'),
    highlights: signed('Brightest tones.'),
    shadows: signed('Dark tones.'),
    whites: signed('White point.'),
    blacks: signed('Black point.'),
    temperature: signed('Blue to amber.'),
    tint: signed('Green to magenta.'),
    vibrance: signed('Saturation of dull colours.'),
    saturation: signed('Saturation.'),
    hue: Type.Optional(numberIn(-360, 360, 'Rotation of the hue. Degrees.')),
    gamma: signed('Gamma.'),
    wheels: Type.Optional(
      Type.Object(
        { shadows: wheel('Dark tones.'), midtones: wheel('Middle tones.'), highlights: wheel('Bright tones.') },
        CLOSED,
      ),
    ),
    curves: Type.Optional(
      Type.Object(
        { master: curve('All channels.'), red: curve('Red.'), green: curve('Green.'), blue: curve('Blue.') },
        CLOSED,
      ),
    ),
    hueCurves: Type.Optional(
      Type.Object(
        {
          hueVsHue: curve('Hue by hue.'),
          hueVsSaturation: curve('Saturation by hue.'),
          hueVsLuma: curve('Luma by hue.'),
        },
        CLOSED,
      ),
    ),
    lut: Type.Optional(
      Type.Object(
        { src: source('lut', 'A .cube file.'), intensity: Type.Optional(fraction('Share of the LUT.')) },
        CLOSED,
      ),
    ),
    intensity: Type.Optional(fraction('Share of the whole grade.')),
  },
  { ...CLOSED, description: 'Colour grade.' },
);

/** Colour grade of a clip. */
export type Grade = Static<typeof GradeSchema>;
