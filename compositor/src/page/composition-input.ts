import type { Document, FontFile, MediaFacts, TextEngine } from '@framemill/timeline';

/** What a page of a project is made of. */
export interface CompositionInput {
  readonly document: Document;
  /** Facts of a clip's `src` and its root-relative address; null for what is not there. */
  readonly media: (
    src: string,
  ) => { readonly facts: MediaFacts; readonly url: string; readonly pictureUrl?: string | undefined } | null;
  readonly engine: TextEngine;
  /** Uploaded fonts that texts name, by their fontFamily; `media` knows their addresses. */
  readonly fonts?: ReadonlyMap<string, FontFile>;
}
