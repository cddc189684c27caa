import { createHash } from 'node:crypto';
import type { Clip, Document, Html } from '@framemill/timeline';
import { FramemillError, rateOf } from '@framemill/timeline/rendering';
import { canonicalJson } from '../catalog/canonical-json.ts';
import { fontSet } from '../catalog/fonts.ts';
import type { Size } from '../graph/placement.ts';
import { sourceDetail } from '../graph/source-detail.ts';

/** Changes when pages are made or timed differently: part of every key, and of what machines are told apart by. */
export const pageVersion = 3;
// Pictures of a page are no larger than this a side, and are made at whole multiples of the page's own pixels up to the last.
const longestSide = 4096;
const largestScale = 4;

/** What a clip's page is and how it is photographed: equal keys are equal pictures. */
export interface HtmlContent {
  /** sha256, hex. */
  readonly key: string;
  readonly page: Html;
  /** Size of the viewport, CSS pixels. */
  readonly size: Size;
  /** Pixels of the pictures for one CSS pixel. */
  readonly scale: number;
  readonly pixels: Size;
  /** Frames per second of the grid that the page is photographed on. */
  readonly fps: number;
  /** Its state may depend on its past: it has to be run from its start, not put to a time. */
  readonly hasScript: boolean;
  /** It moves drawings by SMIL. Then animated pictures in it move by themselves, at no certain time. */
  readonly hasSmil: boolean;
}

/**
 * The content of an html clip: a viewport of its own size, or the canvas', photographed in as many pixels as the output shows where the clip is
 * largest. `browser` names the browser's build. Throws `invalid_request` when it has no page.
 */
export function htmlContent(clip: Clip, document: Document, outputWidth: number, browser: string): HtmlContent {
  if (!clip.html) {
    throw new FramemillError('invalid_request', 'it has no page. Give it html with updateClip.', { clipId: clip.id });
  }
  const { html, css = '', js = '', width = document.settings.width, height = document.settings.height } = clip.html;
  const size = { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
  const detail = sourceDetail({ ...clip, fit: clip.fit ?? 'none' }, size, document, outputWidth);
  // A hair above a whole number is that number: no four times the pixels for a rounding error.
  const wanted = Math.min(largestScale, Math.max(1, Math.ceil(1 / detail - 0.02)));
  const scale = Math.min(wanted, longestSide / Math.max(size.width, size.height));
  const rate = rateOf(document.settings.fps);
  const identity = { pageVersion, fontSet, browser, html, css, js, size, scale, rate };
  return {
    key: createHash('sha256').update(canonicalJson(identity)).digest('hex'),
    page: { html, css, js },
    size,
    scale,
    pixels: { width: Math.round(size.width * scale), height: Math.round(size.height * scale) },
    fps: rate.num / rate.den,
    hasScript: js.trim() !== '' || /<script|\son[a-z]+\s*=|javascript:/i.test(html),
    hasSmil: /animate(Transform|Motion|Color)?\b[^>]*attributeName|<set\b|'(animate|set)/i.test(`${html}${js}`),
  };
}
