import { createHash } from 'node:crypto';
import type { Html } from '@framemill/timeline';
import { type Document, frameOf, rateOf } from '@framemill/timeline/rendering';
import { canonicalJson } from './canonical-json.ts';
import { clipsShown } from './needed-sources.ts';

/** Computes the hash (SHA-256, hex) of an HTML clip's page from its markup, style, script and viewport. */
export function pageHash({ html, css, js, width, height }: Html): string {
  return createHash('sha256').update(canonicalJson({ html, css, js, width, height })).digest('hex');
}

/** Returns the hashes of the HTML pages that the frame at `atSec` may show, each with its clip's id. */
export function pagesShown(document: Document, atSec: number): Map<string, string> {
  const frame = frameOf(atSec, rateOf(document.settings.fps));
  const pages = new Map<string, string>();
  // One more frame on each side, because rounding decides which one is shown.
  for (const { id, type, html } of clipsShown(document, Math.max(0, frame - 1), frame + 1)) {
    if (type === 'html' && html) pages.set(pageHash(html), id);
  }
  return pages;
}
