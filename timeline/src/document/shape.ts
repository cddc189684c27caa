import { type Static, Type } from '#typebox';
import { MASK_SHAPES, SHAPE_KINDS } from '../vocabulary/index.ts';
import { color, GradientSchema } from './color.ts';
import { LIMITS } from './limits.ts';
import { CLOSED, fontFamily, fraction, numberIn, oneOf, pixels, source, text } from './scalars.ts';

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

const position = (axis: string) =>
  Type.Optional(numberIn(-LIMITS.position, LIMITS.position, `${axis} of its centre from the clip's centre. Pixels.`));

/** Schema of a mask, which limits the visible part of a clip. Lengths are pixels of the clip at scale 1. */
export const MaskSchema = Type.Object(
  {
    shape: oneOf(MASK_SHAPES, 'Which shape.'),
    x: position('x'),
    y: position('y'),
    width: Type.Optional(pixels('Width.')),
    height: Type.Optional(pixels('Height.')),
    rotation: Type.Optional(numberIn(-36_000, 36_000, 'Clockwise. Degrees.')),
    cornerRadius: Type.Optional(pixels('Radius of the corners.')),
    feather: Type.Optional(pixels('Softness of the edge.', 1_000)),
    expansion: Type.Optional(numberIn(-1_000, 1_000, 'Moves the edge outwards. Pixels.')),
    opacity: Type.Optional(fraction('Strength.')),
    invert: Type.Optional(Type.Boolean({ description: 'True: shows what lies outside.' })),
    points: Type.Optional(
      Type.Array(
        Type.Tuple([
          numberIn(-LIMITS.position, LIMITS.position, 'x. Pixels.'),
          numberIn(-LIMITS.position, LIMITS.position, 'y. Pixels.'),
        ]),
        { minItems: 3, maxItems: LIMITS.polygonPoints, description: 'Corners of shape polygon.' },
      ),
    ),
    d: Type.Optional(text(LIMITS.pathLength, 'SVG path data of shape path.')),
    text: Type.Optional(text(LIMITS.textLength, 'Glyphs of shape text.')),
    fontFamily: Type.Optional(fontFamily('Font of shape text: a family, or the media id or URL of an uploaded font.')),
    fontSize: Type.Optional(pixels('Font size of shape text.')),
    src: Type.Optional(source('mask', 'Picture of shape image.')),
    channel: Type.Optional(
      oneOf(['alpha', 'alpha-inverted', 'luma', 'luma-inverted'], 'Which channel of the picture is the mask.'),
    ),
  },
  { ...CLOSED, description: 'Mask.' },
);

/** A mask that limits the visible part of a clip: a shape, a text, a path or an image. */
export type Mask = Static<typeof MaskSchema>;
