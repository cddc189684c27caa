import type { MediaFacts } from '@framemill/timeline';

/**
 * Returns the name that a media record gets when it is probed: the font family for a font whose name is only its file
 * name, else the current name.
 */
export function nameOfProbed(name: string, { font }: Pick<MediaFacts, 'font'>): string {
  return font && /\.(?:ttf|otf|woff2?)$/i.test(name) ? font.family : name;
}
