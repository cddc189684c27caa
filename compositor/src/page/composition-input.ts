import type { Document, FontFile, MediaFacts, TextEngine } from '@framemill/timeline';

/** Input from which the HTML preview of a project is made. */
export interface CompositionInput {
  readonly document: Document;
  /**
   * Returns the facts of a clip's `src` and its root-relative URL; null when the file is unavailable. `pictureUrl` is
   * the URL of a copy whose image is shown instead.
   */
  readonly media: (
    src: string,
  ) => { readonly facts: MediaFacts; readonly url: string; readonly pictureUrl?: string | undefined } | null;
  readonly engine: TextEngine;
  /** Uploaded fonts by the `fontFamily` with which texts name them. `media` returns their URLs. */
  readonly fonts?: ReadonlyMap<string, FontFile>;
}
