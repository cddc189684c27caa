import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isOfMedia, templates } from '@framemill/timeline/templates';

/** Starter project for new users. It refers to images of the example gallery by the path `media/<image>`. */
export interface Starter {
  name: string;
  /** One-line description. */
  about: string;
  pictures: readonly string[];
  /** Returns the text of the starter's project file. */
  project(): string;
}

/** Starters that are hand-written documents, each in a JSON file. */
const documents: readonly Starter[] = [
  document('smallest', 'a document with nothing but what it must have: one shape for 2 s', []),
  document('promo', 'a document of 9:16 with pictures, titles, motion and looks: 9 s', ['upright.webp', 'ocean.webp']),
];

/**
 * All starter projects of `framemill init`: first the hand-written documents, from small to large, then the templates
 * of the service.
 */
export const starters: readonly Starter[] = [
  ...documents,
  ...templates.map(({ id, name, about, variables, commands }): Starter => {
    const values = Object.entries(variables).map(([name, variable]) => {
      return [name, isOfMedia(variable) ? `media/${variable.initial}` : variable.initial] as const;
    });
    return {
      name: id,
      about,
      pictures: Object.values(variables)
        .filter(isOfMedia)
        .map(({ initial }) => initial),
      project: () => `${JSON.stringify({ name, commands: commands(Object.fromEntries(values)) }, null, 2)}\n`,
    };
  }),
];

/** Returns the path of a starter's image. */
export function starterImage(name: string): string {
  return fileURLToPath(new URL(`../gallery/pictures/${name}`, import.meta.url));
}

function document(name: string, about: string, images: readonly string[]): Starter {
  return {
    name,
    about,
    pictures: images,
    project: () => readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8'),
  };
}
