import type { Document, FontFile, MediaFacts, TextEngine, TextLayout } from '@framemill/timeline';
import type { TextOutline } from '../masks/define-mask.ts';

/** Media file that the page shows. */
export interface PageSource {
  readonly kind: 'video' | 'image' | 'audio';
  /** Root-relative URL of the file. */
  readonly url: string;
  /** Root-relative URL of a copy of the video or image, which is displayed instead of the file at `url`. */
  readonly pictureUrl?: string;
  /** Display width in pixels; 0 for a file without video or image. */
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** Duration in seconds; null for a still image. */
  readonly durationSec: number | null;
  readonly hasAudio: boolean;
}

/** Font that the page loads. */
export interface PageFont {
  /**
   * Index of the font in the text engine's list, where bundled fonts come first. Glyphs refer to fonts by this index.
   */
  readonly index: number;
  /** Root-relative URL of the file. */
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

/** Returns the key under which `PageData.outlines` stores the outline of a text in a font. */
export function outlineKey(text: string, fontFamily: string | undefined): string {
  return JSON.stringify([text, fontFamily ?? '']);
}

/** Input from which the HTML preview of a project is created. */
export interface CompositionInput {
  readonly document: Document;
  /**
   * Returns the metadata and the root-relative URL of a clip's `src`; null when the file is unavailable. `pictureUrl`
   * is the URL of a copy of the video or image that is displayed instead, and of the poster of an animation. Animations
   * without a poster are left out.
   */
  readonly media: (
    src: string,
  ) => { readonly facts: MediaFacts; readonly url: string; readonly pictureUrl?: string | undefined } | null;
  readonly engine: TextEngine;
  /** Uploaded fonts by the `fontFamily` that texts use. `media` returns their URLs. */
  readonly fonts?: ReadonlyMap<string, FontFile>;
}
