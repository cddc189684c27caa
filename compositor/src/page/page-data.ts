import type { Document, TextLayout } from '@framemill/timeline';
import type { TextOutline } from '../masks/define-mask.ts';

/** A file that the page shows. */
export interface PageSource {
  readonly kind: 'video' | 'image' | 'audio';
  /** Root-relative. */
  readonly url: string;
  /** Of a copy whose picture is shown instead. */
  readonly pictureUrl?: string;
  /** As shown. Pixels; 0 without a picture. */
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** Seconds; null for a still. */
  readonly durationSec: number | null;
  readonly hasAudio: boolean;
}

/** A font that the page loads. */
export interface PageFont {
  /** Among the bundled fonts, or after them: what glyphs name it by. */
  readonly index: number;
  /** Root-relative. */
  readonly url: string;
  /** As CSS names it. */
  readonly format: string;
  readonly family: string;
  readonly weight: number;
  readonly italic: boolean;
}

/** What the page's timeline knows beyond the page itself. */
export interface PageData {
  readonly document: Document;
  /** By clip `src`, also of masks. */
  readonly sources: Readonly<Record<string, PageSource>>;
  /** Layouts of texts, by clip id. */
  readonly texts: Readonly<Record<string, TextLayout>>;
  /** Outlines of texts that are masks, by `outlineKey`. */
  readonly outlines: Readonly<Record<string, TextOutline>>;
  readonly fonts: readonly PageFont[];
}

/** Under which key `PageData.outlines` holds a text of a font. */
export function outlineKey(text: string, fontFamily: string | undefined): string {
  return JSON.stringify([text, fontFamily ?? '']);
}
