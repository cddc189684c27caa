import { FramemillError } from '@framemill/timeline';

/** Values of the variables in one video of the batch. */
export interface ItemValues {
  /** Name of nine characters: a first name, a space and the item's four-digit number. */
  readonly name: string;
  /** Index of the image, 0-9. */
  readonly image: number;
  /** Background colour as `#rrggbb`, dark enough for white text. */
  readonly colour: string;
}

/**
 * First names of four letters each, so that every name takes the same number of character cells in a monospaced font.
 */
const firstNames: readonly string[] = [
  ...['Anna', 'Emma', 'Lena', 'Mira', 'Jana', 'Omar', 'Paul', 'Liam', 'Noah', 'Ivan'],
];

/** Maximum number of items with distinct names. */
const MOST_NAMES = 10_000;

const colours = ['#7a1f3d', '#1f3d7a', '#1f6b4a', '#6b4a1f', '#4a1f6b', '#1f6b6b', '#5a5a14'] as const;

/**
 * Returns the values of item `index` (0-9,999). No two items have the same name. Throws `invalid_request` for larger
 * indices.
 */
export function itemValues(index: number): ItemValues {
  if (index >= MOST_NAMES) {
    throw new FramemillError(
      'invalid_request',
      `There are only ${MOST_NAMES} names (got item ${index}). Use fewer items.`,
    );
  }
  const number = String(index).padStart(4, '0');
  return {
    // The steps share no divisor with the counts: neighbours differ in all three values, and every image occurs with
    // every colour.
    name: `${firstNames[(index * 7) % firstNames.length]} ${number}`,
    image: (index * 3) % 10,
    colour: colourOf(index),
  };
}

/**
 * Returns sets of values that together contain each first name, each image, and each digit at each of the four
 * positions of the number.
 */
export function specimenValues(): ItemValues[] {
  return firstNames.map((first, n) => ({
    name: `${first} ${String(n).repeat(4)}`,
    image: n,
    colour: colourOf(n),
  }));
}

function colourOf(n: number): string {
  return colours[n % colours.length] ?? colours[0];
}
