import { Type } from '#typebox';
import { COLOR_PATTERN, isColor } from './parse-color.ts';

/** A CSS colour, in any notation and case. */
export function color(description: string) {
  const schema = Type.String({
    pattern: COLOR_PATTERN,
    maxLength: 64,
    description: `${description} A CSS colour: #rrggbb, rgb(), hsl() or a name.`,
  });
  return Type.Refine(schema, isColor, () => 'is not a colour');
}

/** The same, or `auto`: the colour is found in the picture. */
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
