import { color, colorOrAuto } from '@framemill/timeline/document';
import { Type } from '@framemill/timeline/typebox';

/** Creates a number parameter with its default, range and description, unit included. */
export function number(initial: number, minimum: number, maximum: number, description: string) {
  return Type.Number({ default: initial, minimum, maximum, description });
}

/** Creates a parameter for a strength or fraction, 0-1. */
export function share(initial: number, description: string) {
  return number(initial, 0, 1, `${description} 0-1.`);
}

/** Creates a parameter for a length, in pixels of the document. */
export function pixels(initial: number, minimum: number, maximum: number, description: string) {
  return number(initial, minimum, maximum, `${description} Pixels.`);
}

/** Creates a parameter for a direction or rotation, in degrees clockwise; 0 is to the right. */
export function angle(initial: number, description: string) {
  return number(initial, -360, 360, `${description} Degrees, clockwise.`);
}

/** Creates a parameter for a CSS colour. */
export function colour(initial: string, description: string) {
  return { ...color(description), default: initial };
}

/** Creates a parameter for a CSS colour or `auto`. */
export function colourOrAuto(initial: string, description: string) {
  return { ...colorOrAuto(description), default: initial };
}

/** Creates a parameter with one of several names. */
export function oneOf<const Names extends string[]>(
  names: readonly [...Names],
  initial: Names[number],
  description: string,
) {
  return Type.Enum(names, { default: initial, description });
}

/** Creates a boolean parameter. */
export function flag(initial: boolean, description: string) {
  return Type.Boolean({ default: initial, description });
}
