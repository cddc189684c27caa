import {
  type AspectRatio,
  type Document,
  documentForAspect,
  FramemillError,
  type MediaLookup,
} from '@framemill/timeline/rendering';
import { type Format, formatFacts, formats, takesAspect } from './formats.ts';

/** Throws `invalid_request` for an aspect ratio of a format that has none: sound, and contact sheets. */
export function requireAspect(format: Format, aspect: AspectRatio | undefined): void {
  if (aspect === undefined || takesAspect(format)) return;
  const why = formatFacts(format).video === null ? 'it has no picture' : 'a sheet has a shape of its own';
  const message = `aspect ${aspect} means nothing for ${format}: ${why}. Leave it out, or use one of ${formats.filter(takesAspect).join(', ')}.`;
  throw new FramemillError('invalid_request', message, { field: 'aspect' });
}

/** The document as a file of it shows it: laid out for an aspect ratio. The document itself without one. `media` knows the sizes of its pictures. */
export function filmForAspect(document: Document, aspect: AspectRatio | undefined, media: MediaLookup): Document {
  return aspect === undefined ? document : documentForAspect(document, aspect, media);
}
