import type { Document } from '../document/document.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import type { AudioPlan } from './audio-part.ts';

export function audioPlan(_document: Document, _media: MediaLookup): AudioPlan {
  throw new Error('not built yet');
}
