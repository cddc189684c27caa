import { type FontUser, fontSources } from '../document/font-source.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import { requireKind } from './require-kind.ts';

/** Throws unless every font file that a text or mask names is a font of the account. */
export function requireFonts(user: FontUser, media: MediaLookup): void {
  for (const src of fontSources(user)) requireKind('font', src, 'fontFamily', media);
}
