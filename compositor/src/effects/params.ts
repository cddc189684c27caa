import { color, colorOrAuto } from '@framemill/timeline/document';
import { Type } from '@framemill/timeline/typebox';

/** A number of an effect: its default, its range and what it is, unit included. */
export function number(initial: number, minimum: number, maximum: number, description: string) {
  return Type.Number({ default: initial, minimum, maximum, description });
}

/** A strength or share, 0-1. */
export function share(initial: number, description: string) {
  return number(initial, 0, 1, `${description} 0-1.`);
}

/** A length. Pixels of the document. */
export function pixels(initial: number, minimum: number, maximum: number, description: string) {
  return number(initial, minimum, maximum, `${description} Pixels.`);
}

/** A direction or turn. Degrees clockwise, 0: to the right. */
export function angle(initial: number, description: string) {
  return number(initial, -360, 360, `${description} Degrees, clockwise.`);
}

/** A CSS colour. */
export function colour(initial: string, description: string) {
  return { ...color(description), default: initial };
}

/** A CSS colour, or `auto`. */
export function colourOrAuto(initial: string, description: string) {
  return { ...colorOrAuto(description), default: initial };
}

/** One of a few names. */
export function oneOf<const Names extends string[]>(
  names: readonly [...Names],
  initial: Names[number],
  description: string,
) {
  return Type.Enum(names, { default: initial, description });
}

/** A parameter that is on or off. */
export function flag(initial: boolean, description: string) {
  return Type.Boolean({ default: initial, description });
}
