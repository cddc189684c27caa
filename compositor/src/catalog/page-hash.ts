import { createHash } from 'node:crypto';
import type { Html } from '@framemill/timeline';
import { type Document, frameOf, rateOf } from '@framemill/timeline/rendering';
import { canonicalJson } from './canonical-json.ts';
import { clipsShown } from './needed-sources.ts';

/** Hash (sha256, hex) of a page: its text, style, script and viewport. Pages that differ in anything have different ones. */
export function pageHash({ html, css, js, width, height }: Html): string {
  return createHash('sha256').update(canonicalJson({ html, css, js, width, height })).digest('hex');
}

/** Hashes of the pages that the frame at `atSec` may show, each with its clip's id. */
export function pagesShown(document: Document, atSec: number): Map<string, string> {
  const frame = frameOf(atSec, rateOf(document.settings.fps));
  const pages = new Map<string, string>();
  // A frame more on each side: which one is shown is decided to a hair.
  for (const { id, type, html } of clipsShown(document, Math.max(0, frame - 1), frame + 1)) {
    if (type === 'html' && html) pages.set(pageHash(html), id);
  }
  return pages;
}
