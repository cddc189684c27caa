import type { MediaFacts } from '@framemill/timeline';

/**
 * Returns the name of a media record after its probe. A font whose name is only its file name gets the name of its
 * family; every other record keeps its name.
 */
export function nameOfProbed(name: string, { font }: Pick<MediaFacts, 'font'>): string {
  return font && /\.(?:ttf|otf|woff2?)$/i.test(name) ? font.family : name;
}
