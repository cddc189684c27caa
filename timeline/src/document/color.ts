import { Type } from '#typebox';
import { COLOR_PATTERN, isColor } from './parse-color.ts';

/** Schema of a CSS colour in any notation, upper or lower case. */
export function color(description: string) {
  const schema = Type.String({
    pattern: COLOR_PATTERN,
    maxLength: 64,
    description: `${description} A CSS colour: #rrggbb, rgb(), hsl() or a name.`,
  });
  return Type.Refine(schema, isColor, () => 'is not a colour');
}

/** Schema of a CSS colour or `auto`, which detects the colour in the image. */
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
