import { FramemillError } from '@framemill/timeline';

/** What one film of the batch says and shows. */
export interface ItemValues {
  /** Nine characters: a first name and the item's own number. */
  readonly name: string;
  /** Which of the images, 0-9. */
  readonly image: number;
  /** Of the background, as `#rrggbb`: dark enough that white letters stand out. */
  readonly colour: string;
}

/** First names, all of four letters: in a font of equal widths every name lies in the same cells. */
const firstNames: readonly string[] = [
  ...['Anna', 'Emma', 'Lena', 'Mira', 'Jana', 'Omar', 'Paul', 'Liam', 'Noah', 'Ivan'],
];

/** Most items that have names of their own. */
const MOST_NAMES = 10_000;

const colours = ['#7a1f3d', '#1f3d7a', '#1f6b4a', '#6b4a1f', '#4a1f6b', '#1f6b6b', '#5a5a14'] as const;

/** The values of item `index`, 0 to 9,999. No two items have the same name. Throws `invalid_request` beyond that. */
export function itemValues(index: number): ItemValues {
  if (index >= MOST_NAMES) {
    throw new FramemillError('invalid_request', `There are ${MOST_NAMES} names (got item ${index}). Take fewer items.`);
  }
  const number = String(index).padStart(4, '0');
  return {
    // Steps that share no divisor: neighbours differ in all three, and every pair comes.
    name: `${firstNames[(index * 7) % firstNames.length]} ${number}`,
    image: (index * 3) % 10,
    colour: colourOf(index),
  };
}

/** Values that show each first name, each digit in each of the four places, and each image once. */
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
