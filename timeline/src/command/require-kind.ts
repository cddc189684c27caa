import { refuse } from '../errors/refuse.ts';
import type { MediaFacts, MediaLookup } from '../media/media-facts.ts';

/** Phrase for a source in messages, by its kind. */
export const NAMED_KINDS: Readonly<Record<MediaFacts['kind'], string>> = {
  video: 'a video',
  audio: 'an audio file',
  image: 'an image',
  lut: 'a .cube file',
  subtitle: 'a subtitle file',
  font: 'a font',
  table: 'a table',
};

/**
 * Returns the facts of a source that is media of the account and of `kind`. Throws `invalid_request` for any other.
 * `path` is the name of the parameter in the message.
 */
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
