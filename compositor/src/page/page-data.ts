import type { Document, FontFile, MediaFacts, TextEngine, TextLayout } from '@framemill/timeline';
import type { TextOutline } from '../masks/define-mask.ts';

/** Media file that the page shows. */
export interface PageSource {
  readonly kind: 'video' | 'image' | 'audio';
  /** Root-relative URL. */
  readonly url: string;
  /** Root-relative URL of a copy of the video or image that is displayed instead of the file at `url`. */
  readonly pictureUrl?: string;
  /** Width as shown, in pixels; 0 without an image. */
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** Seconds; null for a still image. */
  readonly durationSec: number | null;
  readonly hasAudio: boolean;
}

/** Font that the page loads. */
export interface PageFont {
  /** Index in the engine's font list, bundled fonts first, with which glyphs refer to the font. */
  readonly index: number;
  /** Root-relative URL. */
  readonly url: string;
  /** Format name for the CSS `format()` function. */
  readonly format: string;
  readonly family: string;
  readonly weight: number;
  readonly italic: boolean;
}

/** Data that the page's timeline needs in addition to the page itself. */
export interface PageData {
  readonly document: Document;
  /** Media by clip `src`, masks included. */
  readonly sources: Readonly<Record<string, PageSource>>;
  /** Text layouts by clip id. */
  readonly texts: Readonly<Record<string, TextLayout>>;
  /** Outlines of texts used as masks, by `outlineKey`. */
  readonly outlines: Readonly<Record<string, TextOutline>>;
  readonly fonts: readonly PageFont[];
}

/** Returns the key in `PageData.outlines` of a text in a font. */
export function outlineKey(text: string, fontFamily: string | undefined): string {
  return JSON.stringify([text, fontFamily ?? '']);
}

/** Input from which the HTML preview of a project is made. */
export interface CompositionInput {
  readonly document: Document;
  /**
   * Returns the facts of a clip's `src` and its root-relative URL; null when the file is unavailable. `pictureUrl` is
   * the URL of a copy of the video or image that is displayed instead.
   */
  readonly media: (
    src: string,
  ) => { readonly facts: MediaFacts; readonly url: string; readonly pictureUrl?: string | undefined } | null;
  readonly engine: TextEngine;
  /** Uploaded fonts by the `fontFamily` with which texts name them. `media` returns their URLs. */
  readonly fonts?: ReadonlyMap<string, FontFile>;
}
