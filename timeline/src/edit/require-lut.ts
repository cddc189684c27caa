import type { MediaLookup } from '../media/media-facts.ts';
import { refuse } from './refuse.ts';

/** Throws unless `src` is a .cube file of the account. `path` is what the message calls it. */
export function requireLut(src: string, path: string, media: MediaLookup): void {
  const facts = media(src);
  if (facts?.kind === 'lut') return;
  throw refuse(
    facts
      ? `${path} "${src}" is ${facts.kind === 'video' ? 'a video' : `an ${facts.kind}`}, not a .cube file. Upload one and use its id or url.`
      : `${path} "${src}" is not media of this account. Upload a .cube file and use its id or url.`,
  );
}
