import { Type } from '#typebox';
import { COLOR_PATTERN } from './parse-color.ts';

/** A CSS colour: #rgb, #rgba, #rrggbb, #rrggbbaa, rgb(), rgba(), transparent, black or white. */
export function color(description: string) {
  return Type.String({
    pattern: COLOR_PATTERN,
    maxLength: 64,
    description: `${description} #rrggbb, rgb() or rgba().`,
  });
}

/** The same, or `auto`: the colour is found in the picture. */
export function colorOrAuto(description: string) {
  return Type.String({
    pattern: `^auto$|${COLOR_PATTERN}`,
    maxLength: 64,
    description: `${description} #rrggbb, rgb(), rgba() or auto: the colour of the picture's corners.`,
  });
}
