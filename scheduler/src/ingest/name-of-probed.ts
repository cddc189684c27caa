import type { MediaFacts } from '@framemill/timeline';

/** The name that a media record gets with its facts: the family of a font that only has its file's name, else the one it has. */
export function nameOfProbed(name: string, { font }: Pick<MediaFacts, 'font'>): string {
  return font && /\.(?:ttf|otf|woff2?)$/i.test(name) ? font.family : name;
}
