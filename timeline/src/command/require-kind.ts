import { refuse } from '../errors/refuse.ts';
import type { MediaFacts, MediaLookup } from '../media/media-facts.ts';

/** What a source is called in a sentence, by its kind. */
export const NAMED_KINDS: Readonly<Record<MediaFacts['kind'], string>> = {
  video: 'a video',
  audio: 'an audio',
  image: 'an image',
  lut: 'a .cube file',
  subtitle: 'a subtitle file',
  font: 'a font',
  table: 'a table',
};

/** The facts of a source of the account that is of `kind`; throws for any other. `path` is what the message calls `src`. */
export function requireKind(
  kind: 'image' | 'lut' | 'subtitle' | 'font',
  src: string,
  path: string,
  media: MediaLookup,
): MediaFacts {
  const facts = media(src);
  if (facts?.kind === kind) return facts;
  const wanted = NAMED_KINDS[kind];
  throw refuse(
    facts
      ? `${path} "${src}" is ${NAMED_KINDS[facts.kind]}, not ${wanted}. Upload one and use its id or url.`
      : `${path} "${src}" is not media of this account. Upload ${wanted} and use its id or url.`,
  );
}
