import { join } from 'node:path';

/** A project to begin with: `<name>.json` beside this file, which plays `pictures` of the gallery as `media/<picture>`. */
export interface Starter {
  name: string;
  /** What it shows, in a line. */
  about: string;
  pictures: readonly string[];
}

/** Every starter, the smallest first: one file of JSON and one line here. */
export const starters: readonly Starter[] = [
  { name: 'smallest', about: 'a document with nothing but what it must have: one shape for 2 s', pictures: [] },
  {
    name: 'promo',
    about: 'a document of 9:16 with pictures, titles, motion and looks: 9 s',
    pictures: ['upright.webp', 'ocean.webp'],
  },
  {
    name: 'slideshow',
    about: 'commands: pictures that move and dissolve into each other: 12 s',
    pictures: ['mountains.webp', 'ocean.webp', 'upright.webp'],
  },
  {
    name: 'talk',
    about: 'commands: a talk with a lower third and captions word by word: 10 s',
    pictures: ['mountains.webp'],
  },
];

/** Where the files of starters are. */
export const starterFolder = {
  project: (name: string) => join(import.meta.dirname, `${name}.json`),
  picture: (name: string) => join(import.meta.dirname, '../../gallery/pictures', name),
};
