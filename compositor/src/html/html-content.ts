import { createHash } from 'node:crypto';
import type { Clip, Document, Html } from '@framemill/timeline';
import { FramemillError, rateOf } from '@framemill/timeline/rendering';
import { fontSet } from '../fonts/bundled-fonts.ts';
import { sourceDetail } from '../graph/motion.ts';
import type { Size } from '../graph/placement.ts';
import { canonicalJson } from '../plan/canonical-json.ts';

/**
 * Version of the code that creates pages and controls their time. Increase it when the frames change: it is part of
 * every content key and of the browser's fingerprint.
 */
export const pageVersion = 3;
// Longest side of a screenshot, in pixels. Screenshots have whole multiples of the page's own pixels, up to
// `largestScale`.
const longestSide = 4096;
const largestScale = 4;

/** Page of an HTML clip with the settings of its screenshots. Pages with equal keys give equal frames. */
export interface HtmlContent {
  /** Content key: sha256 of page, size, browser and frame rate, in hexadecimal. */
  readonly key: string;
  readonly page: Html;
  /** Size of the viewport, in CSS pixels. */
  readonly size: Size;
  /** Number of screenshot pixels for each CSS pixel. */
  readonly scale: number;
  readonly pixels: Size;
  /** Frame rate of the screenshots, in frames per second. */
  readonly fps: number;
  /**
   * Whether the page has a script. If so, its state may depend on earlier times, so it must run from its start and
   * cannot jump to a time.
   */
  readonly hasScript: boolean;
  /**
   * Whether the page animates drawings by SMIL. Animated images in such a page (GIF, APNG, WebP) cannot be controlled
   * and run in real time.
   */
  readonly hasSmil: boolean;
}

/**
 * Returns the content of an HTML clip: its page, the viewport and the scale of the screenshots. The viewport has the
 * size that the clip sets, or else the size of the canvas. The scale is the number of screenshot pixels for each
 * viewport pixel. It suffices for the largest size at which the output shows the clip, within `largestScale` and
 * `longestSide`. `browser` identifies the build of the browser. Throws `invalid_request` when the clip has no page.
 */
export function htmlContent(clip: Clip, document: Document, outputWidth: number, browser: string): HtmlContent {
  if (!clip.html) {
    throw new FramemillError('invalid_request', 'it has no html. Set html with updateClip.', { clipId: clip.id });
  }
  const { html, css = '', js = '', width = document.settings.width, height = document.settings.height } = clip.html;
  const size = { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
  const detail = sourceDetail({ ...clip, fit: clip.fit ?? 'none' }, size, document, outputWidth);
  // A scale slightly above an integer counts as that integer: no four times the pixels for a rounding error.
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
