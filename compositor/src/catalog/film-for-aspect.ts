import {
  type AspectRatio,
  type Document,
  documentForAspect,
  FramemillError,
  type MediaLookup,
} from '@framemill/timeline/rendering';
import { type Format, formatFacts, formats, takesAspect } from './formats.ts';

/** Throws `invalid_request` when an aspect ratio is requested for a format that has none: audio and contact sheets. */
export function requireAspect(format: Format, aspect: AspectRatio | undefined): void {
  if (aspect === undefined || takesAspect(format)) return;
  const why = formatFacts(format).video === null ? 'it has no image' : 'a sheet has a shape of its own';
  const message = `aspect ${aspect} does not apply to ${format}: ${why}. Leave it out, or use one of ${formats.filter(takesAspect).join(', ')}.`;
  throw new FramemillError('invalid_request', message, { field: 'aspect' });
}

/**
 * Returns the document laid out for an aspect ratio, or unchanged without one. `media` returns the sizes of its media.
 */
export function filmForAspect(document: Document, aspect: AspectRatio | undefined, media: MediaLookup): Document {
  return aspect === undefined ? document : documentForAspect(document, aspect, media);
}
